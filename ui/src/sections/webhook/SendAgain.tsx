import { RetryWebhookMessageDocument, type WebhookQuery } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { useToast } from "../../components/useToast.ts";

type Message = WebhookQuery["webhook"]["messages"][number];

/** Sends a message again that was not delivered. */
export const SendAgain = ({ message: { id, type } }: { readonly message: Message }) => {
  const toast = useToast();
  const send = useAdminMutation(RetryWebhookMessageDocument, () => toast("The message is sent again now"));
  return (
    <Button
      size="small"
      needs="retryWebhookMessage"
      label={`Send again: ${type}`}
      isPending={send.isPending}
      onPress={() => send.mutate({ id }, { onError: ({ message }) => toast(message, "bad") })}
    >
      Send again
    </Button>
  );
};
