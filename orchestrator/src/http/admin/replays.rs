use std::collections::BTreeSet;

use actix_web::{
    HttpResponse,
    web::{Data, Json, Path, Query},
};
use chrono::{DateTime, Utc};
use portolan_blocks::Thumb;
use portolan_domain::{
    AdminAction, AdminActionKind, ChatSelection, Direction, NewReplayRun, ReplayComparison,
    ReplayFilter, ReplayRun, ReplayStatus, ReplayedAnswers, ReplayedTurn,
};
use portolan_replay::{MOST_CHATS, ReplaysChanged};
use portolan_store::StoreError;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use super::{
    chat::check_viewer,
    list::{ListAnswer, ListQuery, answer_list},
};
use crate::http::{App, caller::Admin, problem::Problem};

const COLUMNS: [&str; 14] = [
    "id",
    "status",
    "startedBy.email",
    "model",
    "baselineId",
    "chats",
    "turns",
    "done",
    "differing",
    "refused",
    "credits",
    "createdAt",
    "startedAt",
    "finishedAt",
];

/// The reason that the owner of a chat reads.
const VIEW_REASON: &str = "Compared an answer with that of a replay";
const QUESTION_REASON: &str = "Listed questions of a replay";

const TURN_COLUMNS: [&str; 9] = [
    "turnId",
    "chatId",
    "question",
    "differences",
    "refusal",
    "missingSources",
    "reference.outcome",
    "replayed.outcome",
    "replayed.model",
];

#[derive(Debug, Deserialize, JsonSchema)]
pub struct RunQuery {
    status: Option<ReplayStatus>,
    #[serde(default)]
    direction: Direction,
}

/// Which chats are asked again, and of which model. One of the conditions is required; all of them hold.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct NewReplay {
    /// The number of most recently used chats.
    latest: Option<u32>,
    /// Chats used since then.
    since: Option<DateTime<Utc>>,
    /// The email address of the chats' owner.
    email: Option<String>,
    /// Chats with an answer that its user rated so.
    rating: Option<Thumb>,
    /// Chats that `portolan chats tag` gave this tag.
    tag: Option<String>,
    /// Chats of users of this plan.
    tier: Option<String>,
    /// Without it, each turn runs on its original's model.
    model: Option<String>,
    /// The run that the answers are compared with; without it, the originals.
    baseline_id: Option<Uuid>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReferenceQuery {
    /// Another run to compare with; without it, the originals.
    baseline_id: Option<Uuid>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TurnQuery {
    #[serde(default)]
    only_differing: bool,
}

/// Lists batch replays, newest first.
pub async fn list_replays(
    app: Data<App>,
    admin: Admin,
    query: Query<RunQuery>,
    list: Query<ListQuery>,
) -> Result<ListAnswer<ReplayRun>, Problem> {
    let query = query.into_inner();
    let filter = ReplayFilter {
        status: query.status,
        direction: query.direction,
    };
    let now = app.clock.now();
    answer_list(
        app,
        admin,
        list.into_inner(),
        ("replays", &COLUMNS),
        async move |store, request| store.replay_runs(&filter, &request, now).await,
    )
    .await
}

/// Queues a replay of stored chats, which charges no one.
pub async fn start_replay(
    app: Data<App>,
    admin: Admin,
    body: Json<NewReplay>,
) -> Result<HttpResponse, Problem> {
    let body = body.into_inner();
    let selection = check_selection(&app, &body).await?;
    if let Some(model) = &body.model {
        let known = app.models.get(model);
        known.map_err(|error| Problem::invalid("model", error.to_string()))?;
    }
    let run = NewReplayRun {
        id: app.ids.id(),
        node: app.node.clone(),
        selection,
        model: body.model,
        baseline_id: body.baseline_id,
    };
    let detail = json!({
        "latest": body.latest, "since": body.since, "email": body.email, "rating": body.rating,
        "tag": body.tag, "tier": body.tier,
        "model": run.model, "baselineId": run.baseline_id,
    });
    let action = app.admin_action(
        admin,
        AdminActionKind::ReplayStarted,
        ("replay", run.id),
        detail,
    );
    match app.store.create_replay(&run, &action).await {
        Err(StoreError::NotFound(_)) => Err(Problem::invalid(
            "baselineId",
            "This replay doesn't exist. Choose another one.",
        )),
        Err(error) => Err(error.into()),
        Ok(()) => {
            app.replays.do_send(ReplaysChanged);
            let run = app.store.replay_run(run.id, app.clock.now()).await?;
            Ok(HttpResponse::Created().json(run))
        }
    }
}

/// Returns a replay with its progress.
pub async fn get_replay(
    app: Data<App>,
    _admin: Admin,
    run_id: Path<Uuid>,
) -> Result<Json<ReplayRun>, Problem> {
    Ok(Json(app.store.replay_run(*run_id, app.clock.now()).await?))
}

/// Compares a replay in figures.
pub async fn compare_replay(
    app: Data<App>,
    admin: Admin,
    run_id: Path<Uuid>,
    query: Query<ReferenceQuery>,
) -> Result<Json<ReplayComparison>, Problem> {
    let _share = app.limits.long_reads.enter(admin.0.user_id).await?;
    check_runs(&app, *run_id, query.baseline_id).await?;
    let comparison = app.store.replay_comparison(*run_id, query.baseline_id);
    Ok(Json(comparison.await?))
}

/// Lists the turns of a replay with the turns that they are compared to. Its questions are those of users, so the views
/// of the chats are recorded, and their owners can read it.
pub async fn list_replayed_turns(
    app: Data<App>,
    admin: Admin,
    run_id: Path<Uuid>,
    query: Query<TurnQuery>,
    reference: Query<ReferenceQuery>,
    list: Query<ListQuery>,
) -> Result<ListAnswer<ReplayedTurn>, Problem> {
    let (run_id, baseline_id) = (*run_id, reference.baseline_id);
    check_runs(&app, run_id, baseline_id).await?;
    let only_differing = query.only_differing;
    let viewer = app.clone();
    answer_list(
        app,
        admin,
        list.into_inner(),
        ("replayed-turns", &TURN_COLUMNS),
        async move |store, request| {
            let turns = store.replayed_turns(run_id, baseline_id, only_differing, &request);
            let mut turns = turns.await?;
            if viewer.has_chat_viewer {
                record_question_views(&viewer, admin, run_id, &turns.items).await?;
            } else {
                for turn in &mut turns.items {
                    turn.question = None;
                }
            }
            Ok(turns)
        },
    )
    .await
}

/// Records that an admin reads questions of these chats, each chat once.
async fn record_question_views(
    app: &App,
    admin: Admin,
    run_id: Uuid,
    turns: &[ReplayedTurn],
) -> portolan_store::Result<()> {
    let chats: BTreeSet<Uuid> = turns.iter().map(|turn| turn.chat_id).collect();
    let views = chats.into_iter().map(|chat_id| {
        let detail = json!({"reason": QUESTION_REASON, "replay": run_id});
        let action = app.admin_action(
            admin,
            AdminActionKind::ChatViewed,
            ("chat", chat_id),
            detail,
        );
        (chat_id, action)
    });
    let views: Vec<(Uuid, AdminAction)> = views.collect();
    app.store.record_views(QUESTION_REASON, &views).await
}

/// Returns both answers of a turn. The view of the original chat is recorded, and its owner can read it.
pub async fn get_replayed_answers(
    app: Data<App>,
    admin: Admin,
    path: Path<(Uuid, Uuid)>,
    reference: Query<ReferenceQuery>,
) -> Result<Json<ReplayedAnswers>, Problem> {
    let (run_id, turn_id) = path.into_inner();
    check_viewer(&app)?;
    check_runs(&app, run_id, reference.baseline_id).await?;
    let answers = app
        .store
        .replayed_answers(run_id, reference.baseline_id, turn_id);
    let (chat_id, answers) = answers.await?;
    let detail = json!({"reason": VIEW_REASON, "replay": run_id});
    let action = app.admin_action(
        admin,
        AdminActionKind::ChatViewed,
        ("chat", chat_id),
        detail,
    );
    app.store.record_view(chat_id, VIEW_REASON, &action).await?;
    Ok(Json(answers))
}

/// Cancels a replay. What it has compared stays.
pub async fn cancel_replay(
    app: Data<App>,
    admin: Admin,
    run_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let action = app.admin_action(
        admin,
        AdminActionKind::ReplayCancelled,
        ("replay", *run_id),
        json!({}),
    );
    match app.store.cancel_replay(*run_id, &action).await {
        Err(StoreError::Conflict(cause)) => Err(Problem::conflict("replay_ended", cause)),
        Err(error) => Err(error.into()),
        Ok(()) => {
            app.replays.do_send(ReplaysChanged);
            Ok(HttpResponse::NoContent().finish())
        }
    }
}

/// Continues an interrupted or failed replay on this server.
pub async fn resume_replay(
    app: Data<App>,
    admin: Admin,
    run_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let action = app.admin_action(
        admin,
        AdminActionKind::ReplayResumed,
        ("replay", *run_id),
        json!({}),
    );
    let resumed = app.store.resume_replay(*run_id, &app.node, &action).await;
    match resumed {
        Err(StoreError::Conflict(cause)) => Err(Problem::conflict("replay_not_interrupted", cause)),
        Err(error) => Err(error.into()),
        Ok(()) => {
            app.replays.do_send(ReplaysChanged);
            Ok(HttpResponse::NoContent().finish())
        }
    }
}

async fn check_selection(app: &App, body: &NewReplay) -> Result<ChatSelection, Problem> {
    if let Some(tier) = &body.tier
        && !app
            .store
            .plans()
            .into_iter()
            .any(|plan| plan.id.as_str() == tier)
    {
        return Err(Problem::invalid(
            "tier",
            "There is no such plan. Choose another one.",
        ));
    }
    if let Some(latest) = body.latest
        && !(1..=MOST_CHATS).contains(&latest)
    {
        let range = format!("Choose 1 to {MOST_CHATS} chats.");
        return Err(Problem::invalid("latest", range));
    }
    let user_id = match body.email.as_deref().map(str::trim) {
        None => None,
        Some(email) => match app.store.user_by_email(email).await {
            Ok(user) => Some(user.id),
            Err(StoreError::NotFound(_)) => {
                return Err(Problem::invalid(
                    "email",
                    "No user has this email address. Check the spelling.",
                ));
            }
            Err(error) => return Err(error.into()),
        },
    };
    let selection = ChatSelection {
        latest: body.latest,
        since: body.since,
        user_id,
        rating: body.rating,
        tag: body.tag.clone(),
        tier: body.tier.clone(),
    };
    if selection == ChatSelection::default() {
        return Err(Problem::invalid(
            "latest",
            "Choose chats by number, time, user, rating, tag or plan.",
        ));
    }
    if app.store.select_chats(&selection, 1).await?.is_empty() {
        return Err(Problem::invalid(
            "latest",
            "No matching chat contains a question. Change the selection.",
        ));
    }
    Ok(selection)
}

async fn check_runs(app: &App, run_id: Uuid, baseline_id: Option<Uuid>) -> Result<(), Problem> {
    for id in [Some(run_id), baseline_id].into_iter().flatten() {
        app.store.replay_run(id, app.clock.now()).await?;
    }
    Ok(())
}
