use portolan_domain::{Portolan, PortolanChange, Visibility};
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_store::{NewPortolan, Store, StoreError, UnitOfWork};
use uuid::Uuid;

use super::{InvalidInput, Principal, check_title};

/// The title of an unnamed portolan.
const UNTITLED: &str = "Untitled portolan";

/// Characters that a document may have.
const MARKDOWN_LENGTH: usize = 400_000;

/// The use cases of documents.
#[derive(Clone)]
pub struct PortolanService {
    pub clock: Clock,
    pub ids: Ids,
}

/// A document that is about to be created, private at first.
#[derive(Clone, Debug, Default)]
pub struct PortolanDraft {
    pub title: Option<String>,
    pub markdown: String,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Input(#[from] InvalidInput),
    /// The change was made on another revision than the stored one.
    #[error("{0}")]
    Stale(&'static str),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl PortolanService {
    /// Returns the new document's id.
    pub async fn create_portolan(
        &self,
        unit: &UnitOfWork,
        caller: Principal,
        draft: PortolanDraft,
    ) -> Result<Uuid, Error> {
        let title = check_title(draft.title.as_deref().unwrap_or(UNTITLED))?;
        let markdown = check_markdown(draft.markdown)?;
        let id = self.ids.id();
        unit.create_portolan(&NewPortolan {
            id,
            user_id: caller.user_id,
            title: &title,
            markdown: &markdown,
            now: self.clock.now(),
        })
        .await?;
        Ok(id)
    }

    /// Changes a document and returns it with its Markdown. Without a revision the last writer wins,
    /// as an SQL update does.
    pub async fn update_portolan(
        &self,
        unit: &UnitOfWork,
        caller: Principal,
        portolan_id: Uuid,
        change: PortolanChange,
    ) -> Result<(Portolan, String), Error> {
        let change = PortolanChange {
            revision: change.revision,
            title: change.title.as_deref().map(check_title).transpose()?,
            markdown: change.markdown.map(check_markdown).transpose()?,
        };
        let now = self.clock.now();
        let changed = unit.change_portolan(portolan_id, caller.user_id, &change, now);
        changed.await.map_err(|error| match error {
            StoreError::Conflict(cause) => Error::Stale(cause),
            error => error.into(),
        })
    }
}

/// Sets the visibility of a document. The charts in it keep their own visibility.
pub async fn set_visibility(
    unit: &UnitOfWork,
    caller: Principal,
    portolan_id: Uuid,
    visibility: Visibility,
) -> Result<(), Error> {
    let changed = unit.set_portolan_visibility(portolan_id, caller.user_id, visibility);
    Ok(changed.await?)
}

/// Deletes a document; the charts in it stay.
pub async fn delete_portolan(
    unit: &UnitOfWork,
    caller: Principal,
    portolan_id: Uuid,
) -> Result<(), Error> {
    Ok(unit.delete_portolan(portolan_id, caller.user_id).await?)
}

/// Reads a document that is the viewer's own, or shared, with its Markdown; all others are not found.
pub async fn find_visible_portolan(
    store: &Store,
    viewer: Option<Principal>,
    portolan_id: Uuid,
) -> Result<(Portolan, String), StoreError> {
    let (portolan, markdown) = store.portolan(portolan_id).await?;
    let is_visible =
        portolan.visibility != Visibility::Private || Principal::owns(viewer, portolan.user_id);
    is_visible
        .then_some((portolan, markdown))
        .ok_or(StoreError::NotFound("portolan"))
}

fn check_markdown(markdown: String) -> Result<String, InvalidInput> {
    if markdown.chars().count() > MARKDOWN_LENGTH {
        return Err(InvalidInput::at(
            "markdown",
            format!("Use at most {MARKDOWN_LENGTH} characters, or split the document."),
        ));
    }
    Ok(markdown)
}
