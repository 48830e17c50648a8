/// Deliberate faults of the store, the actor or the viewers, each of which a run has to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// The charge is written when the commit is asked for, not with it.
    ChargeBeforeCommit,
    /// Events go to the viewers when their commit is asked for.
    PublishBeforeCommit,
    /// A viewer resumes one event too far.
    ResumeSkipsAnEvent,
    /// A viewer forgets how much of the open block it has.
    ResumeForgetsOffset,
    /// A key that was used begins another turn.
    NoIdempotency,
    /// The hold is not reserved.
    NoHold,
    /// A raised hold is allowed without room for it.
    RaiseWithoutRoom,
    /// The hold stays when the turn is settled.
    HoldNotReleased,
    /// The commit of an owner that was replaced is taken.
    NoFencing,
    /// A restart forgets that a block was open.
    OpenBlockForgotten,
    /// A restart forgets a finished step.
    JournalForgotten,
    /// A delta is lost on the way to the viewers.
    DeltaLost,
}
