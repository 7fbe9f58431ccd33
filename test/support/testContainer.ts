import { PostgreSqlContainer, type StartedPostgreSqlContainer } from "@testcontainers/postgresql";
import { getContainerRuntimeClient } from "testcontainers";

const image = "postgres:17-alpine";

const within = <A>(milliseconds: number, late: string, work: Promise<A>): Promise<A> => {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error(late)), milliseconds);
  return Promise.race([work, timeout.promise]).finally(() => clearTimeout(timer));
};

/** A started PostgreSQL container. Rejects within 3 s where there is no engine, within 60 s where the image does not start. */
export const startContainer = async (): Promise<StartedPostgreSqlContainer> => {
  await within(3_000, "the container engine does not answer", getContainerRuntimeClient());
  const starting = new PostgreSqlContainer(image)
    .withCommand(["postgres", "-c", "fsync=off", "-c", "max_connections=200"])
    .start();
  return within(60_000, `${image} did not start within 60 s`, starting).catch((cause) => {
    starting.then((late) => late.stop()).catch(() => undefined);
    throw cause;
  });
};
