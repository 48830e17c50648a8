/** Blocks of the chat travel under this name while they are dragged. */
export const contentMediaType = "application/x-portolan-node";
