//! Chart kinds, and the checks that a chart passes before it is drawn.
