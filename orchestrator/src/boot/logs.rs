use tracing_subscriber::EnvFilter;

use super::settings::LogFormat;

/// Logs to standard error what `PORTOLAN_LOG` asks for: `info` of ours and warnings of others by default.
pub fn start(format: LogFormat) {
    let mut filter = EnvFilter::try_from_env("PORTOLAN_LOG")
        .unwrap_or_else(|_| EnvFilter::new("warn,portolan=info"));
    // It logs whole bodies where it cannot read them; what failed is logged here, in few words. And
    // mistakes of the other side are answered, not logged.
    for quiet in ["async_openai=off", "rmcp=error"] {
        if let Ok(directive) = quiet.parse() {
            filter = filter.add_directive(directive);
        }
    }
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    let started = match format {
        LogFormat::Text => builder.compact().try_init(),
        LogFormat::Json => builder.json().try_init(),
    };
    if started.is_err() {
        eprintln!("portolan: the log was started twice; the first one stays");
    }
}
