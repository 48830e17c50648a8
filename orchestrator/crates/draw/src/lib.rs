//! Draws charts to SVG with the client's own bundle, and to PNG.
