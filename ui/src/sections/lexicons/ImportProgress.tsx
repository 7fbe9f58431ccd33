import { ProgressBar } from "react-aria-components/ProgressBar";

interface ImportProgressProps {
  readonly label: string;
  /** From 0 to 1; null if unknown. */
  readonly share: number | null;
}

/** The progress of an import. */
export const ImportProgress = ({ label, share }: ImportProgressProps) => (
  <ProgressBar
    className="progress"
    aria-label={label}
    {...(share === null ? { isIndeterminate: true } : { value: share * 100 })}
  >
    <span role="status">{label} …</span>
    <div className="progress-track">
      <i className={share === null ? "moving" : ""} style={share === null ? {} : { width: `${share * 100}%` }} />
    </div>
  </ProgressBar>
);
