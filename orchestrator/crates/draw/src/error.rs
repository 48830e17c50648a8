/// Why a chart was not drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawError {
    /// The chart itself cannot be drawn; the message says what to change.
    #[error("{0}")]
    Chart(String),
    #[error("the chart took too long to draw: use fewer rows, layers or views")]
    TooSlow,
    #[error("the chart needs too much memory: use fewer rows, layers or views")]
    TooLarge,
    #[error("too many charts are being drawn; try again in a moment")]
    Busy,
    /// A fault of the drawing code or its engine.
    #[error("the drawing engine failed: {0}")]
    Engine(String),
}
