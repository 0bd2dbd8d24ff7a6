import asyncio
from typing import Any

from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader
from chassis.testing.plugin import MovableClock
from content.articles.tables import Post
from content.comments import service
from content.comments.service import purge_deleted_comments
from content.comments.tables import Comment
from content.runtime import ContentRuntime
from content.users.tables import UserCopy
from contracts.content import CommentApproved, CommentCreated, CommentRejected

from services.content.tests.fixture_types import Factory


async def list_comments(client: ApiClient, post: Any, headers: dict[str, str] | None = None) -> list[dict[str, Any]]:
    comments: list[dict[str, Any]] = (await client.get(f"/api/comments/{post.id}", headers=headers)).json()["data"]
    return comments


class TestVisibility:
    async def test_each_reader_sees_only_permitted_comments(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_post: Factory[Post],
        make_comment: Factory[Comment],
    ) -> None:
        post = await make_post()
        author_id = new_id()
        approved_comment = await make_comment(post)
        own_comments = [
            await make_comment(post, user_id=author_id, status="pending"),
            await make_comment(post, user_id=author_id, status="rejected", rejection_reason="Реклама"),
        ]
        await make_comment(post, status="pending")
        assert [row["id"] for row in await list_comments(client, post)] == [str(approved_comment.id)]
        own_view = await list_comments(client, post, build_auth_headers(id=author_id))
        assert [row["id"] for row in own_view] == [
            str(own_comments[1].id),
            str(own_comments[0].id),
            str(approved_comment.id),
        ]
        assert [row["rejection_reason"] for row in own_view] == ["Реклама", None, None]
        assert [row["id"] for row in await list_comments(client, post, build_auth_headers(role="admin"))] == [
            str(approved_comment.id)
        ]

    async def test_a_comment_has_the_name_and_picture_of_its_account(
        self, client: ApiClient, make_post: Factory[Post], make_comment: Factory[Comment], make_user: Factory[UserCopy]
    ) -> None:
        post = await make_post()
        person = await make_user(first_name="Ирина", avatar_url="/media/a.webp")
        await make_comment(post, user_id=person.id, first_name="Старое имя")
        row = (await list_comments(client, post))[0]
        assert (row["first_name"], row["avatar_url"]) == ("Ирина", "/media/a.webp")

    async def test_comments_of_an_article_that_is_not_public_are_for_moderators_only(
        self,
        client: ApiClient,
        admin: dict[str, str],
        build_auth_headers: AuthHeadersBuilder,
        make_post: Factory[Post],
        make_comment: Factory[Comment],
    ) -> None:
        post = await make_post()
        author_id = new_id()
        comment = await make_comment(post, user_id=author_id)
        url = f"/api/content/admin/posts/{post.id}"
        for version, status in enumerate(("draft", "published"), start=post.version):
            change = {"version": version, "status": status}
            assert (await client.patch(url, json=change, headers=admin)).status_code == 200
            shown_ids = [str(comment.id)] if status == "published" else []
            for headers in (None, build_auth_headers(), build_auth_headers(id=author_id)):
                assert [row["id"] for row in await list_comments(client, post, headers)] == shown_ids
            assert [row["id"] for row in await list_comments(client, post, admin)] == [str(comment.id)]


class TestWriteComment:
    async def test_comment_waits_for_a_moderator(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_post: Factory[Post],
        read_events: EventReader,
    ) -> None:
        post = await make_post()
        body = {"post_id": str(post.id), "content": "  Спасибо!  "}
        answer = await client.post("/api/comments", json=body, headers=build_auth_headers())
        comment = answer.json()["data"]
        assert answer.status_code == 201
        assert (comment["content"], comment["status"], comment["first_name"]) == ("Спасибо!", "pending", "Анна")
        assert [event.excerpt for event in await read_events(CommentCreated)] == ["Спасибо!"]

    async def test_comments_that_wait_for_a_moderator_have_a_cap(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_post: Factory[Post],
        make_comment: Factory[Comment],
    ) -> None:
        post = await make_post()
        author_id = new_id()
        for number in range(service.MAX_PENDING_COMMENTS - 1):
            await make_comment(post, user_id=author_id, status="pending", content=f"Вопрос {number}")
        headers = build_auth_headers(id=author_id)
        bodies = [{"post_id": str(post.id), "content": text} for text in ("Последний", "Лишний")]
        answers = await asyncio.gather(*(client.post("/api/comments", json=body, headers=headers) for body in bodies))
        assert sorted(answer.status_code for answer in answers) == [201, 409]
        assert {answer.json().get("code") for answer in answers} == {None, "too_many_pending_comments"}
        other_user_answer = await client.post("/api/comments", json=bodies[0], headers=build_auth_headers())
        assert other_user_answer.status_code == 201

    async def test_edits_count_towards_the_limit_of_comments(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_post: Factory[Post]
    ) -> None:
        post = await make_post()
        headers = build_auth_headers(id=new_id())
        body = {"post_id": str(post.id), "content": "Первый"}
        url = f"/api/comments/{(await client.post('/api/comments', json=body, headers=headers)).json()['data']['id']}"
        statuses = [
            (await client.patch(url, json={"content": f"Правка {number}"}, headers=headers)).status_code
            for number in range(10)
        ]
        assert statuses == [200] * 9 + [429]

    async def test_comments_without_permission_or_text_or_article_are_refused(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_post: Factory[Post]
    ) -> None:
        post = await make_post()
        draft = await make_post(status="draft")
        body = {"post_id": str(post.id), "content": "Да"}
        assert (await client.post("/api/comments", json=body)).status_code == 401
        unverified_answer = await client.post(
            "/api/comments", json=body, headers=build_auth_headers(email_verified=False)
        )
        assert unverified_answer.json()["code"] == "email_not_verified"
        for content in ("   ", "x" * 1001, "\u200b\u200b"):
            refusal = await client.post("/api/comments", json=body | {"content": content}, headers=build_auth_headers())
            assert refusal.status_code == 422
        for id in (draft.id, new_id()):
            refusal = await client.post("/api/comments", json=body | {"post_id": str(id)}, headers=build_auth_headers())
            assert refusal.status_code == 404
        assert (
            await client.post("/api/comments", json=body | {"content": "x" * 1000}, headers=build_auth_headers())
        ).status_code == 201

    async def test_same_text_sent_simultaneously_is_one_comment(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_post: Factory[Post]
    ) -> None:
        post = await make_post()
        headers = build_auth_headers()
        body = {"post_id": str(post.id), "content": "Дважды"}
        answers = await asyncio.gather(*(client.post("/api/comments", json=body, headers=headers) for _ in range(4)))
        assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]

    async def test_eleventh_comment_in_a_minute_is_refused(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_post: Factory[Post], clock: MovableClock
    ) -> None:
        post = await make_post()
        id = new_id()

        async def write(number: int) -> int:
            body = {"post_id": str(post.id), "content": f"Мысль {number}"}
            status: int = (await client.post("/api/comments", json=body, headers=build_auth_headers(id=id))).status_code
            return status

        assert [await write(number) for number in range(11)] == [201] * 10 + [429]
        clock.move(seconds=61)
        assert await write(12) == 201


class TestEditComment:
    async def test_edit_is_accepted_in_the_first_minutes_and_moderated_again(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_post: Factory[Post],
        make_comment: Factory[Comment],
        clock: MovableClock,
    ) -> None:
        author_id = new_id()
        comment = await make_comment(await make_post(), user_id=author_id)
        url = f"/api/comments/{comment.id}"
        assert (await client.patch(url, json={"content": "Чужое"}, headers=build_auth_headers())).status_code == 404
        edit_answer = await client.patch(url, json={"content": "Точнее"}, headers=build_auth_headers(id=author_id))
        assert (edit_answer.json()["data"]["content"], edit_answer.json()["data"]["status"]) == ("Точнее", "pending")
        clock.move(minutes=6)
        late_answer = await client.patch(url, json={"content": "Поздно"}, headers=build_auth_headers(id=author_id))
        assert late_answer.json()["code"] == "edit_closed"

    async def test_edited_comment_is_not_counted_until_it_is_approved_again(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_post: Factory[Post],
        make_comment: Factory[Comment],
    ) -> None:
        post = await make_post()
        author_id = new_id()
        comment = await make_comment(post, user_id=author_id)
        url = f"/api/blog/posts/{post.slug}"
        assert (await client.get(url)).json()["comment_count"] == 1
        edit = {"content": "Точнее"}
        assert (
            await client.patch(f"/api/comments/{comment.id}", json=edit, headers=build_auth_headers(id=author_id))
        ).is_success
        assert (await client.get(url)).json()["comment_count"] == 0


class TestDeleteComment:
    async def test_author_deletes_an_own_comment_and_an_administrator_any(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        admin: dict[str, str],
        make_post: Factory[Post],
        make_comment: Factory[Comment],
    ) -> None:
        post = await make_post()
        author_id = new_id()
        own_comment = await make_comment(post, user_id=author_id)
        other_comment = await make_comment(post)
        assert (await client.delete(f"/api/comments/{own_comment.id}")).status_code == 401
        assert (
            await client.delete(f"/api/comments/{other_comment.id}", headers=build_auth_headers(id=author_id))
        ).status_code == 404
        assert (
            await client.delete(f"/api/comments/{own_comment.id}", headers=build_auth_headers(id=author_id))
        ).json()["success"]
        assert (
            await client.delete(f"/api/comments/{own_comment.id}", headers=build_auth_headers(id=author_id))
        ).status_code == 404
        assert (await client.delete(f"/api/comments/{other_comment.id}", headers=admin)).json()["success"]
        assert await list_comments(client, post) == []

    async def test_comment_can_be_restored_for_ten_minutes_by_the_user_who_deleted_it(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        admin: dict[str, str],
        make_post: Factory[Post],
        make_comment: Factory[Comment],
        clock: MovableClock,
        runtime: ContentRuntime,
    ) -> None:
        post = await make_post()
        author_id = new_id()
        author_headers = build_auth_headers(id=author_id)
        comment = await make_comment(post, user_id=author_id, content="Вернусь")
        url = f"/api/comments/{comment.id}"
        await client.delete(url, headers=author_headers)
        assert await list_comments(client, post, author_headers) == []
        assert (await client.get(f"/api/blog/posts/{post.id}")).json()["comment_count"] == 0
        for other_user_headers in (build_auth_headers(), admin):
            assert (await client.post(f"{url}/restore", headers=other_user_headers)).status_code == 404
        assert (await client.post(f"{url}/restore")).status_code == 401
        restored_comment = (await client.post(f"{url}/restore", headers=author_headers)).json()["data"]
        assert (restored_comment["content"], restored_comment["status"]) == ("Вернусь", "approved")
        assert [row["id"] for row in await list_comments(client, post)] == [str(comment.id)]
        assert (await client.post(f"{url}/restore", headers=author_headers)).status_code == 404
        await client.delete(url, headers=admin)
        assert (await client.post(f"{url}/restore", headers=author_headers)).status_code == 404
        clock.move(minutes=11)
        async with runtime.database.transaction() as session:
            await purge_deleted_comments(session, runtime)
        assert (await client.post(f"{url}/restore", headers=admin)).status_code == 404

    async def test_deleted_comment_is_not_restored_if_its_text_was_posted_again(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_post: Factory[Post],
        make_comment: Factory[Comment],
    ) -> None:
        post = await make_post()
        author_id = new_id()
        author_headers = build_auth_headers(id=author_id)
        comment = await make_comment(post, user_id=author_id, content="Одно и то же")
        await client.delete(f"/api/comments/{comment.id}", headers=author_headers)
        body = {"post_id": str(post.id), "content": "Одно и то же"}
        assert (await client.post("/api/comments", json=body, headers=author_headers)).status_code == 201
        restore_answer = await client.post(f"/api/comments/{comment.id}/restore", headers=author_headers)
        assert (restore_answer.status_code, restore_answer.json()["code"]) == (409, "duplicate_comment")


class TestModeration:
    async def test_author_is_notified_of_a_verdict_once(
        self,
        client: ApiClient,
        admin: dict[str, str],
        make_post: Factory[Post],
        make_comment: Factory[Comment],
        read_events: EventReader,
    ) -> None:
        post = await make_post()
        good_comment = await make_comment(post, status="pending")
        bad_comment = await make_comment(post, status="pending")
        url = "/api/content/admin/comments"
        for _ in range(2):
            approve_answer = await client.post(f"{url}/{good_comment.id}/approve", headers=admin)
            reject_answer = await client.post(
                f"{url}/{bad_comment.id}/reject", json={"reason": "Реклама"}, headers=admin
            )
        assert approve_answer.json()["item"]["status"] == "approved"
        assert reject_answer.json()["item"]["rejection_reason"] == "Реклама"
        assert [event.comment_id for event in await read_events(CommentApproved)] == [good_comment.id]
        assert [event.reason for event in await read_events(CommentRejected)] == ["Реклама"]
        assert [row["id"] for row in await list_comments(client, post)] == [str(good_comment.id)]

    async def test_moderation_queue_is_oldest_first_with_history(
        self, client: ApiClient, admin: dict[str, str], make_post: Factory[Post], make_comment: Factory[Comment]
    ) -> None:
        post = await make_post()
        author_id = new_id()
        await make_comment(post, user_id=author_id)
        await make_comment(post, user_id=author_id, status="rejected", rejection_reason="Спам")
        pending_comments = [await make_comment(post, user_id=author_id, status="pending") for _ in range(2)]
        body = (await client.get("/api/content/admin/comments?status=pending", headers=admin)).json()
        assert [item["id"] for item in body["items"]] == [str(comment.id) for comment in pending_comments]
        assert (body["items"][0]["author_approved"], body["items"][0]["author_rejected"]) == (1, 1)
        assert body["total"] == 2
        assert body["oldest_pending_at"]
        assert body["ready_reasons"]

    async def test_text_edited_after_it_was_read_cannot_be_moderated(
        self,
        client: ApiClient,
        admin: dict[str, str],
        build_auth_headers: AuthHeadersBuilder,
        make_post: Factory[Post],
        make_comment: Factory[Comment],
    ) -> None:
        author_id = new_id()
        comment = await make_comment(await make_post(), user_id=author_id, status="pending", content="Спасибо")
        url = f"/api/content/admin/comments/{comment.id}"
        moderator_version = (await client.get(url, headers=admin)).json()["item"]["version"]
        edit = {"content": "Купите у меня: pay.example"}
        assert (
            await client.patch(f"/api/comments/{comment.id}", json=edit, headers=build_auth_headers(id=author_id))
        ).is_success
        for verb, body in (("approve", {}), ("reject", {"reason": "Реклама"})):
            for version in ({}, {"version": moderator_version}):
                answer = await client.post(f"{url}/{verb}", json=body | version, headers=admin)
                assert (answer.status_code, answer.json()["code"]) == (409, "stale_version"), (verb, version)
        assert (await client.post(f"{url}/approve", headers=admin)).json()["code"] == "stale_version"
        bulk = {"ids": [str(comment.id)], "action": "approve"}
        answer = await client.post("/api/content/admin/comments/bulk", json=bulk, headers=admin)
        assert answer.json()["code"] == "stale_version"
        newest_version = (await client.get(url, headers=admin)).json()["item"]["version"]
        assert (await client.post(f"{url}/approve", json={"version": newest_version}, headers=admin)).is_success

    async def test_a_rejected_text_sent_again_is_not_approved_twice(
        self,
        client: ApiClient,
        admin: dict[str, str],
        build_auth_headers: AuthHeadersBuilder,
        make_post: Factory[Post],
        make_comment: Factory[Comment],
    ) -> None:
        post = await make_post()
        author_id = new_id()
        url = "/api/content/admin/comments"
        body = {"post_id": str(post.id), "content": "Спасибо!"}
        headers = build_auth_headers(id=author_id)
        first_id = (await client.post("/api/comments", json=body, headers=headers)).json()["data"]["id"]
        reason = {"reason": "Реклама"}
        assert (await client.post(f"{url}/{first_id}/reject", json=reason, headers=admin)).status_code == 200
        second_id = (await client.post("/api/comments", json=body, headers=headers)).json()["data"]["id"]
        other_comment = await make_comment(post, status="pending", content="Другой")
        refusal = await client.post(f"{url}/{first_id}/approve", json={}, headers=admin)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "duplicate_comment")
        for action in ("approve", "reopen"):
            bulk = {"action": action, "ids": [first_id, str(other_comment.id)]}
            refusal = await client.post(f"{url}/bulk", json=bulk, headers=admin)
            assert (refusal.status_code, refusal.json()["code"]) == (409, "duplicate_comment"), action
        assert (await client.post(f"{url}/{second_id}/approve", json={}, headers=admin)).status_code == 200

    async def test_a_duplicate_text_is_named_to_a_moderator_as_the_text_of_a_reader(
        self, client: ApiClient, admin: dict[str, str], make_post: Factory[Post], make_comment: Factory[Comment]
    ) -> None:
        post = await make_post()
        author_id = new_id()
        comment = await make_comment(post, user_id=author_id, content="Спасибо")
        await make_comment(post, user_id=author_id, content="Спасибо!")
        change = {"version": comment.version, "content": "Спасибо!"}
        refusal = await client.patch(f"/api/content/admin/comments/{comment.id}", json=change, headers=admin)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "duplicate_comment")
        assert refusal.json()["detail"].startswith("Этот читатель уже отправил такой же текст")

    async def test_an_undone_verdict_is_in_the_audit_log_with_the_new_status(
        self, client: ApiClient, admin: dict[str, str], make_post: Factory[Post], make_comment: Factory[Comment]
    ) -> None:
        comment = await make_comment(await make_post(), status="pending")
        url = "/api/content/admin/comments"
        reason = {"reason": "Реклама"}
        assert (await client.post(f"{url}/{comment.id}/reject", json=reason, headers=admin)).is_success
        undo = {"ids": [str(comment.id)], "action": "reopen"}
        assert (await client.post(f"{url}/bulk", json=undo, headers=admin)).is_success
        entry = (await client.get("/api/content/admin/audit", headers=admin)).json()["items"][0]
        assert (entry["action"], entry["changes"]) == ("reopen", {"status": "pending"})

    async def test_undo_names_the_comments_that_another_moderator_decided_meanwhile(
        self, client: ApiClient, admin: dict[str, str], make_post: Factory[Post], make_comment: Factory[Comment]
    ) -> None:
        post = await make_post()
        first_comment, second_comment = [await make_comment(post, status="pending") for _ in range(2)]
        ids = [str(first_comment.id), str(second_comment.id)]
        versions = {str(row.id): row.version + 1 for row in (first_comment, second_comment)}
        url = "/api/content/admin/comments"
        bulk = {"ids": ids, "action": "approve"}
        assert (await client.post(f"{url}/bulk", json=bulk, headers=admin)).is_success
        reason = {"reason": "Реклама"}
        assert (await client.post(f"{url}/{second_comment.id}/reject", json=reason, headers=admin)).is_success
        undo = {"ids": ids, "action": "reopen", "versions": versions}
        refusal = await client.post(f"{url}/bulk", json=undo, headers=admin)
        assert (refusal.status_code, refusal.json()["code"]) == (409, "stale_version")
        assert refusal.json()["changed"] == [str(second_comment.id)]
        assert (await client.get(f"{url}/{first_comment.id}", headers=admin)).json()["item"]["status"] == "approved"

    async def test_bulk_verdict_is_all_or_none(
        self, client: ApiClient, admin: dict[str, str], make_post: Factory[Post], make_comment: Factory[Comment]
    ) -> None:
        post = await make_post()
        ids = [str((await make_comment(post, status="pending")).id) for _ in range(3)]
        url = "/api/content/admin/comments/bulk"
        unknown_id_answer = await client.post(
            url, json={"ids": [*ids, str(new_id())], "action": "approve"}, headers=admin
        )
        assert unknown_id_answer.status_code == 404
        assert await list_comments(client, post) == []
        answer_without_reason = await client.post(url, json={"ids": ids, "action": "reject"}, headers=admin)
        assert answer_without_reason.status_code == 422
        bulk_answer = await client.post(url, json={"ids": ids, "action": "approve"}, headers=admin)
        assert bulk_answer.json() == {"success": True, "changed": 3}
        assert len(await list_comments(client, post)) == 3

    async def test_a_bulk_verdict_with_a_stale_version_is_refused(
        self, client: ApiClient, admin: dict[str, str], make_post: Factory[Post], make_comment: Factory[Comment]
    ) -> None:
        post = await make_post()
        comment = await make_comment(post, status="pending")
        id = str(comment.id)
        url = "/api/content/admin/comments/bulk"
        verdict = {"ids": [id], "action": "approve", "versions": {id: comment.version}}
        edit = {"version": comment.version, "content": "Переписан, пока его читали"}
        await client.patch(f"/api/content/admin/comments/{id}", json=edit, headers=admin)
        late_answer = await client.post(url, json=verdict, headers=admin)
        assert (late_answer.status_code, late_answer.json()["code"]) == (409, "stale_version")
        assert await list_comments(client, post) == []
        repeated_answer = await client.post(url, json=verdict | {"versions": {id: comment.version + 1}}, headers=admin)
        assert repeated_answer.json()["changed"] == 1

    async def test_comment_of_the_company_is_published_at_once(
        self, client: ApiClient, admin: dict[str, str], make_post: Factory[Post]
    ) -> None:
        post = await make_post()
        url = "/api/content/admin/comments"
        body = {"post_id": str(post.id), "content": "Спасибо, поправили"}
        item = (await client.post(url, json=body, headers=admin)).json()["item"]
        assert (item["status"], item["first_name"], item["author_approved"]) == ("approved", "Вера", 1)
        assert [row["id"] for row in await list_comments(client, post)] == [item["id"]]
        assert (await client.post(url, json=body, headers=admin)).json()["code"] == "duplicate_comment"
        refusal = await client.post(url, json=body | {"post_id": str(new_id())}, headers=admin)
        assert (refusal.status_code, refusal.json()["errors"][0]["field"]) == (422, "post_id")

    async def test_a_verdict_on_a_comment_can_be_withdrawn(
        self,
        client: ApiClient,
        admin: dict[str, str],
        build_auth_headers: AuthHeadersBuilder,
        make_post: Factory[Post],
        make_comment: Factory[Comment],
        read_events: EventReader,
    ) -> None:
        post = await make_post()
        author_id = new_id()
        comment = await make_comment(post, user_id=author_id, status="pending")
        url = "/api/content/admin/comments/bulk"
        for verdict in ({"action": "approve"}, {"action": "reject", "reason": "Реклама"}):
            body = {"ids": [str(comment.id)]}
            assert (await client.post(url, json=body | verdict, headers=admin)).json()["changed"] == 1
            for changed_count in (1, 0):
                reopen_answer = await client.post(url, json=body | {"action": "reopen"}, headers=admin)
                assert reopen_answer.json() == {"success": True, "changed": changed_count}
            assert await list_comments(client, post) == []
            (own_comment,) = await list_comments(client, post, build_auth_headers(id=author_id))
            assert (own_comment["status"], own_comment["rejection_reason"]) == ("pending", None)
        assert len(await read_events(CommentApproved)) == 1
        assert len(await read_events(CommentRejected)) == 1

    async def test_only_moderators_approve_comments(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_post: Factory[Post],
        make_comment: Factory[Comment],
    ) -> None:
        comment = await make_comment(await make_post(), status="pending")
        url = f"/api/content/admin/comments/{comment.id}/approve"
        assert (await client.post(url)).status_code == 401
        assert (await client.post(url, headers=build_auth_headers())).status_code == 403
