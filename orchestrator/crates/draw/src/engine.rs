use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use rquickjs::{CatchResultExt, CaughtError, Context, Function, Runtime};

use crate::DrawError;

const BUNDLE: &str = include_str!(concat!(env!("PORTOLAN_DRAW_BUILD"), "/draw.js"));

/// Leaves no way to make code from text, once the bundle itself is loaded.
const LOCK: &str = r"
(() => {
  for (const each of [function () {}, async function () {}, function* () {}, async function* () {}]) {
    Object.defineProperty(Object.getPrototypeOf(each), 'constructor', { value: undefined });
  }
  delete globalThis.eval;
  delete globalThis.Function;
})();
";

/// The resource limits of an engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EngineLimits {
    pub memory_bytes: usize,
    pub stack_bytes: usize,
}

/// The output of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DrawOutput {
    Svg,
    /// A Vega-Lite specification with its rows, as JSON.
    VegaLite,
    /// The Vega specification that this one compiles to, as JSON.
    Vega,
}

impl DrawOutput {
    /// Returns the name of the bundle's function.
    fn function(self) -> &'static str {
        match self {
            Self::Svg => "drawSvg",
            Self::VegaLite => "vegaLiteFile",
            Self::Vega => "vegaFile",
        }
    }
}

/// One JavaScript context with the bundle loaded; it stays on the thread that made it.
pub(crate) struct Engine {
    runtime: Runtime,
    context: Context,
}

impl Engine {
    /// Loads the bundle, which takes about a tenth of a second.
    pub fn new(limits: EngineLimits) -> Result<Self, DrawError> {
        let runtime = Runtime::new().map_err(engine_fault)?;
        runtime.set_memory_limit(limits.memory_bytes);
        runtime.set_max_stack_size(limits.stack_bytes);
        let context = Context::full(&runtime).map_err(engine_fault)?;
        context.with(|context| {
            for script in [BUNDLE, LOCK] {
                context
                    .eval::<(), _>(script)
                    .catch(&context)
                    .map_err(|error| DrawError::Engine(error.to_string()))?;
            }
            Ok(())
        })?;
        Ok(Self { runtime, context })
    }

    /// Answers one request; stops soon after `cancelled` becomes true. After an error that is not
    /// [`DrawError::Chart`] the engine must not be used again.
    pub fn draw(
        &self,
        output: DrawOutput,
        request: &str,
        cancelled: Arc<AtomicBool>,
    ) -> Result<String, DrawError> {
        let interrupt = move || cancelled.load(Ordering::Relaxed);
        self.runtime
            .set_interrupt_handler(Some(Box::new(interrupt)));
        let svg = self.context.with(|context| {
            let draw = context
                .globals()
                .get::<_, rquickjs::Object>("portolanDraw")
                .and_then(|bundle| bundle.get::<_, Function>(output.function()))
                .map_err(engine_fault)?;
            draw.call::<_, String>((request,))
                .catch(&context)
                .map_err(|error| classify_error(&error))
        });
        // Pending jobs of this drawing run now, not in the middle of the next one.
        while matches!(self.runtime.execute_pending_job(), Ok(true) | Err(_)) {}
        self.runtime.run_gc();
        svg
    }
}

fn engine_fault(error: rquickjs::Error) -> DrawError {
    DrawError::Engine(error.to_string())
}

/// Tells a chart that cannot be drawn from an engine that ran out of its limits.
fn classify_error(error: &CaughtError<'_>) -> DrawError {
    let CaughtError::Exception(exception) = error else {
        // An engine without memory has none for an exception either.
        return DrawError::TooLarge;
    };
    let message = exception.message().unwrap_or_default();
    let name: String = exception
        .as_object()
        .get("name")
        .unwrap_or_else(|_| String::from("Error"));
    match name.as_str() {
        // Vega catches what its dataflow throws and gives the message on.
        _ if message.contains("out of memory") => DrawError::TooLarge,
        "InternalError" if message.contains("interrupted") => DrawError::TooSlow,
        _ => DrawError::Chart(message),
    }
}
