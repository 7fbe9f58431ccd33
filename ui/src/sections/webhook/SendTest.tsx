import { SendWebhookTestDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { useToast } from "../../components/useToast.ts";

/** Sends a test message. */
export const SendTest = () => {
  const toast = useToast();
  const send = useAdminMutation(SendWebhookTestDocument, () =>
    toast("A test message is on its way: the table shows what comes of it")
  );
  return (
    <Button
      kind="primary"
      icon="send"
      needs="sendWebhookTest"
      isPending={send.isPending}
      onPress={() => send.mutate({}, { onError: ({ message }) => toast(message, "bad") })}
    >
      Send a test message
    </Button>
  );
};
