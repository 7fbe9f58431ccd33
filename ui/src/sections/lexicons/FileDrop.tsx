import { DropZone } from "react-aria-components/DropZone";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { Text } from "react-aria-components/Text";
import { Button } from "../../components/Button.tsx";
import { Icon } from "../../components/Icon.tsx";
import { droppedFiles } from "./droppedFiles.ts";
import type { ChosenFile } from "./packFiles.ts";

/** The area where files are dropped, pasted or chosen: one zip file, or JSON files and folders of them. */
export const FileDrop = ({ onFiles }: { readonly onFiles: (files: ReadonlyArray<ChosenFile>) => void }) => (
  <DropZone
    className="drop"
    getDropOperation={() => "copy"}
    onDrop={(event) => void droppedFiles(event.items).then(onFiles)}
  >
    <Icon name="upload" />
    <Text slot="label">
      <strong>Drop a zip file, JSON files or a folder here</strong>
    </Text>
    <p className="soft small">You can review the changes before they are made.</p>
    <FileTrigger
      allowsMultiple
      acceptedFileTypes={[".json", ".zip", "application/json", "application/zip"]}
      onSelect={(list) => {
        const files = [...(list ?? [])].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
        if (files.length > 0) onFiles(files);
      }}
    >
      <Button icon="lexicons">Choose files</Button>
    </FileTrigger>
  </DropZone>
);
