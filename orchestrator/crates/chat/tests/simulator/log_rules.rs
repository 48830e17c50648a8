use portolan_blocks::{BlockContent, Event};

use crate::store::{ChatRows, ending};

/// What every log obeys, at every moment; `over` also asks that nothing is left open.
pub fn check_log(rows: &ChatRows, over: bool) -> Result<(), String> {
    let mut turn = None;
    let mut open = None;
    let (mut closed, mut references, mut metered) = (0, 0, false);
    for (place, event) in rows.events.iter().enumerate() {
        let wrong = |what: &str| Err(format!("event {}: {what}", place + 1));
        match event {
            Event::TurnStarted { turn_id, .. } => {
                if turn.is_some() {
                    return wrong("I3: a turn begins inside another");
                }
                turn = Some(*turn_id);
                (closed, references, metered) = (0, 0, false);
            }
            Event::BlockOpened {
                turn_id,
                block_id,
                index,
                ..
            } => {
                if turn != Some(*turn_id) || open.is_some() || *index != closed {
                    return wrong("I2: a block opens out of turn");
                }
                open = Some(*block_id);
            }
            Event::BlockClosed { turn_id, block } => {
                if turn != Some(*turn_id) || open != Some(block.id) {
                    return wrong("I2: a block closes that is not open");
                }
                open = None;
                closed += 1;
                if let BlockContent::Reference { index, .. } = block.content {
                    references += 1;
                    if index != references {
                        return wrong("I2: the references do not count on");
                    }
                }
            }
            Event::BlockDiscarded { block_id } => {
                if open.take() != Some(*block_id) {
                    return wrong("I2: a block is discarded that is not open");
                }
            }
            Event::TurnMetered { turn_id, .. } => {
                if turn != Some(*turn_id) || open.is_some() || metered {
                    return wrong("I3: a turn is metered out of turn");
                }
                metered = true;
            }
            Event::TurnFinished {
                turn_id,
                finished_at,
                ..
            } => {
                if turn != Some(*turn_id) || !metered {
                    return wrong("I3: a turn ends out of turn");
                }
                turn = None;
                let started = rows.events.iter().any(|event| {
                    matches!(event, Event::TurnStarted { turn_id: id, started_at, .. }
                        if id == turn_id && started_at <= finished_at)
                });
                if !started {
                    return wrong("a turn ends before it began");
                }
            }
            Event::ChatChanged { .. } => {
                if open.is_some() {
                    return wrong("I2: a stored event inside an open block");
                }
            }
            Event::TurnProgress { .. } | Event::BlockDelta { .. } | Event::BoardChanged { .. } => {
                return wrong("I2: an event that is not stored is stored");
            }
        }
    }
    for row in &rows.turns {
        check_turn(rows, row)?;
    }
    if over && (turn.is_some() || open.is_some()) {
        return Err("I3: a turn has not ended".to_owned());
    }
    Ok(())
}

/// I4: the charge is what was metered, and covers what was kept.
fn check_turn(rows: &ChatRows, row: &crate::store::TurnRow) -> Result<(), String> {
    for (place, step) in row.steps.iter().enumerate() {
        if step.number as usize != place + 1 {
            return Err("the journal has a gap".to_owned());
        }
    }
    let ended = ending(&rows.events, row.id);
    let Some(settlement) = row.settlement else {
        return match ended {
            Some(_) => Err("I4: a turn ended without a settlement".to_owned()),
            None => Ok(()),
        };
    };
    let Some((outcome, credits)) = ended else {
        return Err("I4: a settlement without the turn's end".to_owned());
    };
    if credits != settlement.credits {
        return Err("I4: metered is not what was charged".to_owned());
    }
    let mut kept = portolan_chat::Usage::default();
    for step in &row.steps {
        kept.add(step.step.usage);
    }
    let usage = settlement.usage;
    if usage.input_tokens < kept.input_tokens || usage.output_tokens < kept.output_tokens {
        return Err(format!("I4: charged {usage:?} for {kept:?} ({outcome:?})"));
    }
    Ok(())
}
