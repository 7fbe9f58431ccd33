import * as Layer from "effect/Layer";
import * as WebhookOutboxPostgres from "../../../../src/adapters/postgres/webhook/WebhookOutboxPostgres.ts";
import { webhookOutboxContract } from "../../../contracts/webhookOutboxContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

webhookOutboxContract("postgres", Layer.provide(WebhookOutboxPostgres.layer, migratedDatabase));
