//! Finding what was said: the same words find the same on both databases.

use portolan_blocks::{Block, BlockContent, ChartBlock, ChartKind, Event};
use portolan_domain::{Page, PageRequest, SearchItem, SearchKind, Visibility};
use portolan_store::testing::count_statements;
use serde_json::json;
use uuid::Uuid;

use crate::world::{OwnedChat, StoreWorld};

fn chart(world: &StoreWorld, title: &str) -> ChartBlock {
    ChartBlock {
        chart_id: world.ids.id(),
        version: 1,
        kind: ChartKind::Table,
        title: title.to_owned(),
        description: "Rows of a table.".to_owned(),
        spec: json!({}),
        data: None,
        query: None,
        encoding_notes: Vec::new(),
        choices: Vec::new(),
        plan: None,
    }
}

async fn say(chat: &OwnedChat<'_>, text: &str) -> Uuid {
    let turn_id = chat.begun(0).await;
    chat.append(&[chat.text_block(turn_id, text)])
        .await
        .unwrap();
    chat.finish(turn_id, 0).await.unwrap();
    turn_id
}

async fn search(world: &StoreWorld, user_id: Uuid, words: &str) -> Page<SearchItem> {
    world
        .store
        .search(user_id, words, &PageRequest::default())
        .await
        .unwrap()
}

both!(texts_of_all_scripts_are_found_by_their_parts, |world| {
    let user_id = world.user("a@example.com").await;
    for (text, parts) in [
        (
            "Die Umsätze im Café: 1.234 €",
            vec!["umsatze", "CAFÉ", "umsätze cafe", "234"],
        ),
        (
            "東京都の月別売上",
            vec!["東京", "京都の", "売上", "月別 東京", "上"],
        ),
        ("ひらがなとカタカナ", vec!["らがな", "タカナ", "ｶﾀｶﾅ"]),
        ("월별 매출액이 늘었다", vec!["매출", "출액", "월별 늘었"]),
        ("ยอดขายรายเดือน", vec!["ขาย"]),
        ("Выручка по месяцам", vec!["выручка", "МЕСЯЦ"]),
        (
            "O'Neil said \"50 % & more\" | (a:b)",
            vec!["o'neil", "50 % &", "(a:b)"],
        ),
    ] {
        let chat = world.titled_chat(user_id, "").await;
        let turn_id = say(&chat, text).await;
        for part in parts {
            let found = search(world, user_id, part).await.items;
            let hit = found.iter().find(|item| item.id == chat.id);
            let hit = hit.unwrap_or_else(|| panic!("{part} is not found in {text}"));
            assert_eq!(hit.turn_id, Some(turn_id));
            assert!(
                hit.snippet.as_ref().unwrap().contains('\u{E000}'),
                "{hit:?}"
            );
        }
    }
    for absent in [
        "umsatzz",
        "京東",
        "出額",
        "cafe tokyo",
        "%%%",
        "\"",
        "' OR 1",
    ] {
        let found = search(world, user_id, absent).await.items;
        assert_eq!(found, [], "{absent}");
    }
});

both!(messages_titles_and_charts_are_found, |world| {
    let chat = world.chat(world.user("a@example.com").await).await;
    let turn_id = say(&chat, "**Black** tea leads.").await;
    let begun = chat.begun(0).await;
    let drawn = chart(world, "Oolong by harbour");
    chat.append(&[Event::BlockClosed {
        turn_id: begun,
        block: Block {
            id: world.ids.id(),
            content: BlockContent::Chart(Box::new(drawn.clone())),
        },
    }])
    .await
    .unwrap();
    let chats = |words: &'static str| async move {
        let all = PageRequest::default();
        let page = world.store.chats(chat.user_id, Some(words), &all).await;
        let found = page.unwrap().items.pop().map(|item| item.found);
        found.map(|found| found.map(|found| (found.turn_id, found.snippet)))
    };
    // In the title, with words in any order; in an answer; in a question; in a chart's title.
    assert_eq!(chats("sale").await, Some(None));
    let (at, snippet) = chats("leads black").await.unwrap().unwrap();
    assert_eq!(at, turn_id);
    assert_eq!(snippet, "\u{E000}Black\u{E001} tea \u{E000}leads\u{E001}.");
    assert_eq!(chats("sold most").await.unwrap().unwrap().0, begun);
    assert_eq!(chats("oolong").await.unwrap().unwrap().0, begun);
    assert_eq!(chats("coffee").await, None);

    let found = search(world, chat.user_id, "oolong").await.items;
    let kinds: Vec<_> = found.iter().map(|item| (item.kind, item.id)).collect();
    assert!(kinds.contains(&(SearchKind::Chat, chat.id)));
    assert!(kinds.contains(&(SearchKind::Chart, drawn.chart_id)));
    assert_eq!(kinds.len(), 2);

    let renamed = Event::ChatChanged {
        title: "Costs".to_owned(),
    };
    chat.append(&[renamed]).await.unwrap();
    assert_eq!(chats("sales").await, None);
    assert_eq!(chats("costs").await, Some(None));
});

both!(search_never_returns_data_of_other_users, |world| {
    let (ada, eve) = (
        world.user("a@example.com").await,
        world.user("b@example.com").await,
    );
    let chat = world.chat(ada).await;
    let turn_id = chat.begun(0).await;
    let drawn = chart(world, "Secret plans");
    chat.append(&[
        chat.text_block(turn_id, "secret words"),
        Event::BlockClosed {
            turn_id,
            block: Block {
                id: world.ids.id(),
                content: BlockContent::Chart(Box::new(drawn.clone())),
            },
        },
    ])
    .await
    .unwrap();
    assert_eq!(search(world, eve, "secret").await.items, []);
    world
        .store
        .set_chart_visibility(drawn.chart_id, ada, Visibility::Public, None, world.now())
        .await
        .unwrap();
    let found = search(world, eve, "secret").await.items;
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].kind, found[0].id),
        (SearchKind::Chart, drawn.chart_id)
    );
    // A word that only the index knows finds nothing.
    let owner = format!("owner{}", ada.simple());
    assert_eq!(search(world, eve, &owner).await.items, []);
});

both!(deleted_texts_are_not_found, |world| {
    let chat = world.chat(world.user("a@example.com").await).await;
    say(&chat, "black tea").await;
    world
        .store
        .delete_chat(chat.id, chat.user_id)
        .await
        .unwrap();
    assert_eq!(search(world, chat.user_id, "tea").await.items, []);
    // Numbers of deleted texts may come again: the words of the old ones are gone.
    let other = world.titled_chat(chat.user_id, "").await;
    say(&other, "coffee").await;
    assert_eq!(search(world, chat.user_id, "tea").await.items, []);
    assert_eq!(search(world, chat.user_id, "coffee").await.items.len(), 1);
});

both!(results_come_in_pages, |world| {
    let user_id = world.user("a@example.com").await;
    for number in 0..5 {
        world.hand.advance(chrono::TimeDelta::seconds(1));
        world.titled_chat(user_id, &format!("Tea {number}")).await;
    }
    let mut request = PageRequest::first(2);
    let mut titles = Vec::new();
    loop {
        let page = world.store.search(user_id, "tea", &request).await.unwrap();
        titles.extend(page.items.into_iter().map(|item| item.title));
        request.cursor = page.next_cursor;
        if request.cursor.is_none() {
            break;
        }
    }
    assert_eq!(titles, ["Tea 4", "Tea 3", "Tea 2", "Tea 1", "Tea 0"]);
});

both!(older_database_is_indexed_on_open, |world| {
    let chat = world.chat(world.user("a@example.com").await).await;
    say(&chat, "black tea").await;
    let turn_id = chat.begun(0).await;
    let drawn = chart(world, "Oolong");
    chat.append(&[Event::BlockClosed {
        turn_id,
        block: Block {
            id: world.ids.id(),
            content: BlockContent::Chart(Box::new(drawn)),
        },
    }])
    .await
    .unwrap();
    world.store.forget_search_index().await;
    assert_eq!(search(world, chat.user_id, "tea").await.items, []);
    let store = world.database.reopen().await;
    for (words, count) in [("tea", 1), ("sales", 1), ("sold most", 1), ("oolong", 2)] {
        let found = store
            .search(chat.user_id, words, &PageRequest::default())
            .await
            .unwrap();
        assert_eq!(found.items.len(), count, "{words}");
    }
});

both!(long_chat_is_opened_with_few_statements, |world| {
    let chat = world.chat(world.user("a@example.com").await).await;
    let mut counts = Vec::new();
    let mut turns = Vec::new();
    for wanted in [10, 300] {
        while turns.len() < wanted {
            turns.push(say(&chat, "black tea").await);
        }
        let page = world.store.turns_page(chat.id, None, 200);
        let (page, statements) = count_statements(page).await;
        let page = page.unwrap();
        // A turn has four events here, and none of an earlier one is read.
        assert_eq!(page.events.len(), 4 * wanted.min(200));
        assert_eq!(page.has_earlier, wanted > 200);
        counts.push(statements);
    }
    assert_eq!(counts[0], counts[1], "not more for a longer chat");
    assert!(counts[0] <= 4, "{counts:?}");
    let branch = world.store.branch(chat.id, turns[299], 50);
    let (events, statements) = count_statements(branch).await;
    assert_eq!(statements, 1);
    // These turns all are roots: a branch is one turn long.
    assert_eq!(events.unwrap().len(), 4);
});
