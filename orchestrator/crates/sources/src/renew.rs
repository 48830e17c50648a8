//! Refreshes a source from its address and replaces its content.

use portolan_databases::is_remote_kind;
use portolan_domain::{Source, SourceStatus};
use portolan_store::{Store, StoreError};
use url::Url;

use super::{
    keep::ReadSources,
    web::{NewSource, WebError, WebReader},
};

/// Why a source was not read again; it stays as it is.
#[derive(Debug, thiserror::Error)]
pub enum RenewError {
    #[error("this source has no address to refresh from: replace its file")]
    NoAddress,
    #[error(transparent)]
    Web(#[from] WebError),
    /// The address gives something else by now.
    #[error("{0}")]
    Gone(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl WebReader {
    /// Reads a source's address again, bypassing the cache, and replaces the source's content. Its title and
    /// its SQL name stay; identical content changes nothing.
    pub async fn renew(&self, store: &Store, old: Source) -> Result<Source, RenewError> {
        if is_remote_kind(&old.kind) {
            return self.reader.renew_database(store, old).await;
        }
        let address = old.url.as_deref().and_then(|url| Url::parse(url).ok());
        let url = address.ok_or(RenewError::NoAddress)?;
        let new = NewSource {
            id: self.reader.ids.id(),
            user_id: old.user_id,
            url: &url,
        };
        let read = self.read(new, true, &|_| {}).await;
        let outcome = match &read {
            Ok(sources) => sources.outcome(),
            Err(error) => error.outcome(),
        };
        let domain = url.host_str().unwrap_or_default();
        store
            .count_read(domain, outcome, self.reader.clock.now())
            .await?;
        let read = read?;
        let name = read.main.name.clone();
        let (found, mut unused) = find_successor(&old, read);
        let kept = match found {
            Some(new) if new.content_hash == old.content_hash => {
                unused.push(new);
                Ok(old)
            }
            Some(new) => {
                let new = self.reader.carry_edits(&old, new).await;
                match store.replace_source(old.id, old.user_id, &new).await {
                    Ok(kept) => {
                        unused.push(old);
                        Ok(kept)
                    }
                    Err(error) => {
                        unused.push(new);
                        Err(error.into())
                    }
                }
            }
            None if old.profile.is_some() => Err(RenewError::Gone(format!(
                "{name} has no table any more that could take the place of “{}”",
                old.name
            ))),
            None => Err(RenewError::Gone(format!(
                "{name} has no text any more that could take the place of “{}”",
                old.name
            ))),
        };
        self.reader.discard(&unused).await;
        kept
    }
}

/// Splits what was read into the replacement of the source and the rest.
fn find_successor(old: &Source, read: ReadSources) -> (Option<Source>, Vec<Source>) {
    let ReadSources { main, others } = read;
    let mut sources: Vec<Source> = std::iter::once(main).chain(others).collect();
    let is_alike = |new: &Source| {
        let can_be_read = !matches!(new.status, SourceStatus::Blocked | SourceStatus::Empty);
        can_be_read
            && new.profile.is_some() == old.profile.is_some()
            && new.document.is_some() == old.document.is_some()
    };
    let alike: Vec<usize> = (0..sources.len())
        .filter(|at| is_alike(&sources[*at]))
        .collect();
    let named = alike
        .iter()
        .find(|at| own_name(&sources[**at].name) == own_name(&old.name));
    let only = alike.first().filter(|_| alike.len() == 1);
    let found = named.or(only).copied();
    (found.map(|at| sources.remove(at)), sources)
}

/// Returns a table's name without its page's title, because pages are renamed more often than their tables.
fn own_name(name: &str) -> &str {
    name.rsplit_once(" · ").map_or(name, |(_, own)| own)
}

#[cfg(test)]
mod tests {
    use super::own_name;

    #[test]
    fn own_table_name_excludes_page_title() {
        assert_eq!(
            own_name("Lamps (2026) · Lights by coast"),
            "Lights by coast"
        );
        assert_eq!(own_name("rows.csv"), "rows.csv");
    }
}
