import { markPath } from "../style/markPath.ts";

/** The mark of the service, beside its name. */
export const Logo = () => <img src={markPath} alt="" width={30} height={30} />;
