use serde_json::json;

both!(profile_changes_are_stored, |world| {
    let ada = world.new_user("ada").await;
    let before = ada.get("/api/user/profile").await.ok();
    assert_eq!(before["isAdmin"], false);
    assert_eq!(before["isContributor"], false);
    let change = json!({"username": "ada-l_1", "fullName": "Ada", "bio": "Counts."});
    ada.patch("/api/user/profile", change).await.is(200);
    let after = ada.get("/api/user/profile").await.ok();
    assert_eq!(after["username"], "ada-l_1");
    assert_eq!(after["fullName"], "Ada");
    assert_eq!(after["bio"], "Counts.");
    ada.patch("/api/user/profile", json!({"bio": null}))
        .await
        .is(200);
    let cleared = ada.get("/api/user/profile").await.ok();
    assert!(cleared["bio"].is_null());
    assert_eq!(cleared["fullName"], "Ada");
});

both!(invalid_usernames_are_rejected, |world| {
    let ada = world.new_user("ada").await;
    for bad in [
        "ab",
        &"a".repeat(31),
        "Ada",
        "a da",
        "ada!",
        "",
        "адa",
        "../x",
    ] {
        ada.patch("/api/user/profile", json!({"username": bad}))
            .await
            .invalid("username");
    }
    for good in ["abc", &"a".repeat(30), "0-9_z"] {
        ada.patch("/api/user/profile", json!({"username": good}))
            .await
            .is(200);
    }
});

both!(username_belongs_to_one_user, |world| {
    let (ada, bob) = (world.new_user("ada").await, world.new_user("bob").await);
    let name = json!({"username": "captain"});
    ada.patch("/api/user/profile", name.clone()).await.is(200);
    bob.patch("/api/user/profile", name.clone())
        .await
        .problem(409, "username_taken");
    // Taking one's own name again changes nothing.
    ada.patch("/api/user/profile", name).await.is(200);
});

both!(profile_change_cannot_grant_admin_rights, |world| {
    let ada = world.new_user("ada").await;
    ada.patch(
        "/api/user/profile",
        json!({"isAdmin": true, "isContributor": true, "fullName": "Ada"}),
    )
    .await;
    let profile = ada.get("/api/user/profile").await.ok();
    assert_eq!(profile["isAdmin"], false);
    assert_eq!(profile["isContributor"], false);
});

both!(invalid_profile_fields_are_rejected, |world| {
    let ada = world.new_user("ada").await;
    for (field, value) in [
        ("fullName", "x".repeat(101)),
        ("bio", "x".repeat(1_001)),
        ("avatarUrl", "javascript:alert(1)".into()),
        ("avatarUrl", "//evil.example/x.png".into()),
    ] {
        ada.patch("/api/user/profile", json!({field: value}))
            .await
            .invalid(field);
    }
});
