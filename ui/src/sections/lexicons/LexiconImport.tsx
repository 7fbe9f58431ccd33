import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { adminRequest } from "../../api/adminRequest.ts";
import { AddLexiconsDocument, CompareLexiconsDocument, UploadLexiconsDocument } from "../../api/documents.ts";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import { useToast } from "../../components/useToast.ts";
import { ComparedLexicons } from "./ComparedLexicons.tsx";
import { FileDrop } from "./FileDrop.tsx";
import { ImportProblem } from "./ImportProblem.tsx";
import { ImportProgress } from "./ImportProgress.tsx";
import { base64Of, type ChosenFile, packFiles } from "./packFiles.ts";

type Mode = "add" | "replace";

const modes = [
  { value: "add", name: "Add" },
  { value: "replace", name: "Replace all" }
] as const;

/** Imports files: shows what they would change, and makes the change once it is confirmed. */
export const LexiconImport = () => {
  const [mode, setMode] = useState<Mode>("add");
  const [share, setShare] = useState<number | null>(null);
  const client = useQueryClient();
  const toast = useToast();

  const compare = useMutation({
    mutationFn: async (files: ReadonlyArray<ChosenFile>) => {
      setShare(0);
      const zipBase64 = base64Of(await packFiles(files, setShare));
      setShare(null);
      const { compareLexicons } = await adminRequest(CompareLexiconsDocument, { zipBase64, add: mode === "add" });
      return { zipBase64, mode, comparison: compareLexicons };
    },
    onSettled: () => setShare(null)
  });
  const upload = useMutation({
    mutationFn: async ({ mode: compared, zipBase64 }: { readonly mode: Mode; readonly zipBase64: string }) => {
      if (compared === "add") await adminRequest(AddLexiconsDocument, { zipBase64 });
      else await adminRequest(UploadLexiconsDocument, { zipBase64 });
    },
    onSuccess: async () => {
      toast("The Lexicons are active");
      compare.reset();
      await client.invalidateQueries();
    }
  });
  const start = (files: ReadonlyArray<ChosenFile>): void => {
    upload.reset();
    compare.mutate(files);
  };
  const cancel = (): void => {
    compare.reset();
    upload.reset();
  };

  const isBusy = compare.isPending || upload.isPending;
  return (
    <section className="card" aria-label="Import" aria-busy={isBusy}>
      <div className="card-body stack">
        {compare.data === undefined && !isBusy && (
          <>
            <SegmentedControl label="Import mode" value={mode} onChange={setMode} choices={modes} />
            <FileDrop onFiles={start} />
          </>
        )}
        {compare.isPending && (
          <ImportProgress label={share === null ? "Comparing" : "Reading the files"} share={share} />
        )}
        {upload.isPending && <ImportProgress label="Activating the Lexicons" share={null} />}
        {compare.error !== null && <ImportProblem error={compare.error} />}
        {upload.error !== null && <ImportProblem error={upload.error} />}
        {compare.data !== undefined && !upload.isPending && (
          <ComparedLexicons
            comparison={compare.data.comparison}
            confirmation={compare.data.mode === "add" ? "Add Lexicons" : "Replace Lexicons"}
            onConfirm={() => upload.mutate(compare.data)}
            onCancel={cancel}
          />
        )}
      </div>
    </section>
  );
};
