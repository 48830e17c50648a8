use std::{
    num::NonZero,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, SyncSender, TrySendError, sync_channel},
    },
    thread,
    time::Duration,
};

use crate::{
    DrawError, DrawRequest,
    engine::{DrawOutput, Engine, EngineLimits},
};

/// The limits of drawing.
#[derive(Clone, Copy, Debug)]
pub struct DrawingLimits {
    /// How many charts are drawn at once, each by an engine on a thread of its own.
    pub engines: NonZero<usize>,
    /// How many charts may wait for an engine; one more is refused as busy.
    pub queue: usize,
    /// How long one chart may take to draw.
    pub draw_time: Duration,
    /// How long a chart may wait for an engine.
    pub queue_time: Duration,
    /// Memory of one engine.
    pub memory_bytes: usize,
}

impl Default for DrawingLimits {
    fn default() -> Self {
        Self {
            engines: NonZero::<usize>::MIN,
            queue: 64,
            draw_time: Duration::from_secs(10),
            queue_time: Duration::from_secs(15),
            memory_bytes: 256 << 20,
        }
    }
}

/// The engine's own stack, well inside of its thread's.
const STACK_BYTES: usize = 4 << 20;
const THREAD_STACK_BYTES: usize = 16 << 20;
/// How long an engine that was told to stop is waited for.
const STOP_TIME: Duration = Duration::from_secs(2);

/// Draws charts on engines that stay warm; cheap to clone. The engines end with the last clone.
#[derive(Clone)]
pub struct Drawer {
    jobs: SyncSender<Task>,
    limits: DrawingLimits,
}

enum Task {
    /// An engine that is not loaded yet loads.
    Warm,
    Draw(Job),
}

struct Job {
    output: DrawOutput,
    request: String,
    answer: SyncSender<DrawProgress>,
    cancelled: Arc<AtomicBool>,
}

enum DrawProgress {
    Started,
    Finished(Result<String, DrawError>),
}

impl Drawer {
    /// Starts the engines' threads; each loads its engine with its first chart, or when it is told to
    /// by [`Drawer::warm`].
    pub fn new(limits: DrawingLimits) -> std::io::Result<Self> {
        let (jobs, waiting) = sync_channel(limits.queue);
        let waiting = Arc::new(Mutex::new(waiting));
        for index in 0..limits.engines.get() {
            let waiting = Arc::clone(&waiting);
            thread::Builder::new()
                .name(format!("draw-{index}"))
                .stack_size(THREAD_STACK_BYTES)
                .spawn(move || run_tasks(&waiting, limits))?;
        }
        Ok(Self { jobs, limits })
    }

    /// Has the engines loaded, while the first request may already wait. Where so much waits that this
    /// finds no place, they load anyway.
    pub fn warm(&self) {
        for _ in 0..self.limits.engines.get() {
            let _ = self.jobs.try_send(Task::Warm);
        }
    }

    /// Draws a chart as a self-contained SVG. It blocks until the picture is there or a limit is
    /// reached: call it where blocking is allowed.
    pub fn svg(&self, request: &DrawRequest) -> Result<String, DrawError> {
        self.run(DrawOutput::Svg, json_of(request)?)
    }

    /// Returns a plot as a Vega-Lite specification with its rows inside, as JSON; blocks as
    /// [`Drawer::svg`] does. Other kinds of charts are a [`DrawError::Chart`].
    pub fn vega_lite(&self, request: &DrawRequest) -> Result<String, DrawError> {
        self.run(DrawOutput::VegaLite, json_of(request)?)
    }

    /// Returns a plot as a Vega specification with its rows inside, as JSON; otherwise as
    /// [`Drawer::vega_lite`].
    pub fn vega(&self, request: &DrawRequest) -> Result<String, DrawError> {
        self.run(DrawOutput::Vega, json_of(request)?)
    }

    /// As [`Drawer::svg`], for a request that is JSON already.
    pub fn svg_of_json(&self, request: String) -> Result<String, DrawError> {
        self.run(DrawOutput::Svg, request)
    }

    fn run(&self, output: DrawOutput, request: String) -> Result<String, DrawError> {
        let (answer, progress) = sync_channel(2);
        let cancelled = Arc::new(AtomicBool::new(false));
        let job = Job {
            output,
            request,
            answer,
            cancelled: Arc::clone(&cancelled),
        };
        self.jobs
            .try_send(Task::Draw(job))
            .map_err(|error| match error {
                TrySendError::Full(_) => DrawError::Busy,
                TrySendError::Disconnected(_) => DrawError::Engine(String::from("no engine runs")),
            })?;
        let cancel = |error: DrawError| {
            cancelled.store(true, Ordering::Relaxed);
            error
        };
        if progress.recv_timeout(self.limits.queue_time).is_err() {
            return Err(cancel(DrawError::Busy));
        }
        match progress.recv_timeout(self.limits.draw_time) {
            Ok(DrawProgress::Finished(result)) => result,
            Ok(DrawProgress::Started) | Err(_) => {
                let error = cancel(DrawError::TooSlow);
                // The engine notices within milliseconds; then the next chart finds a fresh one.
                let _ = progress.recv_timeout(STOP_TIME);
                Err(error)
            }
        }
    }
}

fn json_of(request: &DrawRequest) -> Result<String, DrawError> {
    serde_json::to_string(request).map_err(|error| DrawError::Engine(error.to_string()))
}

/// Draws what waits, one after the other, until no `Drawer` is left.
fn run_tasks(waiting: &Mutex<Receiver<Task>>, limits: DrawingLimits) {
    let engine_limits = EngineLimits {
        memory_bytes: limits.memory_bytes,
        stack_bytes: STACK_BYTES,
    };
    let mut loaded = None;
    loop {
        let received = waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .recv();
        let job = match received {
            Ok(Task::Draw(job)) if job.cancelled.load(Ordering::Relaxed) => continue,
            Ok(Task::Draw(job)) => Some(job),
            Ok(Task::Warm) => None,
            Err(_) => return,
        };
        let engine = loaded.get_or_insert_with(|| Engine::new(engine_limits));
        let Some(job) = job else { continue };
        if job.answer.send(DrawProgress::Started).is_err() {
            continue;
        }
        let result = match engine {
            Ok(engine) => engine.draw(job.output, &job.request, job.cancelled),
            Err(error) => Err(error.clone()),
        };
        let is_sound = matches!(result, Ok(_) | Err(DrawError::Chart(_)));
        // The receiver is gone where no one waits any longer.
        let _ = job.answer.send(DrawProgress::Finished(result));
        if !is_sound {
            // The old engine's memory goes before the new one takes its own.
            drop(loaded.take());
            loaded = Some(Engine::new(engine_limits));
        }
    }
}
