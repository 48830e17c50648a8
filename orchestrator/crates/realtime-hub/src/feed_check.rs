use portolan_realtime::ChannelJoin;
use portolan_rest::ExposedTable;

/// Returns whether the change feeds of a join name what there is.
pub fn check_feeds(join: &ChannelJoin) -> Result<(), String> {
    for binding in &join.bindings {
        let mut tables = ExposedTable::ALL
            .into_iter()
            .filter(|table| binding.names(table.name()))
            .peekable();
        let refused = |why: String| {
            Err(format!(
                "Unable to subscribe to changes with given parameters. {why}: {}",
                binding.echo()
            ))
        };
        if tables.peek().is_none() {
            return refused("There is no such table".into());
        }
        let asked = binding
            .filter
            .columns()
            .chain(binding.select.iter().flatten().map(String::as_str));
        let tables: Vec<ExposedTable> = tables.collect();
        for name in asked {
            if !tables.iter().any(|table| table.column(name).is_some()) {
                return refused(format!("There is no column {name}"));
            }
        }
    }
    Ok(())
}
