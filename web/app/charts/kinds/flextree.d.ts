declare module "d3-flextree" {
  export interface FlexNode<T> {
    data: T;
    parent: FlexNode<T> | null;
    /** Across the direction of growth: the middle of the node. */
    x: number;
    /** Along the direction of growth: the start of the node. */
    y: number;
    nodes: FlexNode<T>[];
  }

  export interface Flextree<T> {
    (root: FlexNode<T>): FlexNode<T>;
    hierarchy(data: T): FlexNode<T>;
  }

  export function flextree<T>(options: {
    children: (data: T) => T[];
    nodeSize: (node: FlexNode<T>) => [number, number];
    spacing: (a: FlexNode<T>, b: FlexNode<T>) => number;
  }): Flextree<T>;
}
