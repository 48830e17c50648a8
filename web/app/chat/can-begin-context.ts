import { createContext } from "react";

/** Whether a new turn may begin now. A context, so that a change draws buttons anew and not whole turns. */
export const CanBeginContext = createContext(false);
