"""Which notifications follow from an event, and who receives them."""

import importlib
import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery, Mailbox
from chassis.testing.plugin import wait_for
from contracts import auth, calculator, content, status
from contracts.event import EVENTS
from contracts.services import SERVICES
from notifications.mail_preview import render_previews
from notifications.rules.examples import EXAMPLES
from notifications.rules.registry import RULES, RULES_BY_EVENT
from notifications.rules.texts import TEXTS, fill_in, find_text_error, list_variables
from notifications.runtime import NotificationsRuntime

from services.notifications.tests.fixture_types import InboxReader, StreamOpener, UserFactory

EVENT_TIME = datetime(2026, 11, 26, 11, 5, tzinfo=UTC)


# The form of references of inquiries (`content.inquiries.tables.create_reference`).
REFERENCE = re.compile(r"MA-[2-9A-HJ-NP-Z]{6}")


def list_user_events(user_id: Any) -> list[tuple[Any, str, str, str]]:
    """Return events about one user, each with the type, a part of the title and a part of the message that follow."""
    order = {"order_id": new_id(), "user_id": user_id, "title": "BMW X5", "number": "МА-12"}
    comment = {"comment_id": new_id(), "post_id": new_id(), "user_id": user_id}
    comment |= {"post_title": "Пошлины", "post_slug": "duties"}
    meeting = {
        "booking_id": new_id(),
        "user_id": user_id,
        "kind": "consultation",
        "title": "Консультация",
        "starts_at": EVENT_TIME,
    }
    payment = {"payment_id": new_id(), "order_id": new_id(), "user_id": user_id, "order_title": "BMW X5"}
    request = {"request_id": new_id(), "reference": "З-7", "kind": "selection", "name": "Анна", "user_id": user_id}
    session = {"session_id": new_id(), "user_id": user_id, "device": "Firefox, Linux", "ip": "203.0.113.9"}
    paid_fields = payment | {"amount_rub": Decimal("1234567.00"), "kind": "payment", "status": "paid"}
    return [
        (
            auth.SessionCreated(**session, new_device=True, created_at=EVENT_TIME),
            "security",
            "нового устройства",
            "14:05 МСК",
        ),
        (auth.PasswordChanged(user_id=user_id), "security", "Пароль изменён", "завершены"),
        (
            auth.TokenReuseDetected(user_id=user_id, session_id=new_id(), ip="203.0.113.9"),
            "security",
            "сеанс",
            "203.0.113.9",
        ),
        (content.CommentApproved(**comment), "system", "опубликован", "«Пошлины»"),
        (content.CommentRejected(**comment, reason="Реклама."), "system", "не опубликован", "Реклама."),
        (content.RequestCreated(**request, car_title="Audi A6"), "booking", "З-7", "Подбор автомобиля: Audi A6"),
        (content.OrderCreated(**order), "booking", "МА-12", "BMW X5"),
        (content.OrderAdvanced(**order, step="customs", step_title="Таможня"), "booking", "таможню", "BMW X5"),
        (content.BookingCreated(**meeting, status="confirmed"), "booking", "Консультация", "26 ноября, 14:05 МСК"),
        (content.BookingChanged(**meeting, status="cancelled"), "booking", "отменена", "Записаться снова"),
        (content.PaymentRecorded(**paid_fields), "payment", "Получили 1 234 567 ₽", "«BMW X5»"),
    ]


def list_event_variants(user_id: Any) -> list[tuple[Any, str, str, str]]:
    """Return variants of events about one user, each with the link, the title and the message that follow."""
    order = {"order_id": new_id(), "user_id": user_id, "title": "BMW X5", "number": "МА-12"}
    payment = {"payment_id": new_id(), "order_id": new_id(), "user_id": user_id, "order_title": "BMW X5"}
    payment |= {"amount_rub": Decimal(700), "title": "Второй взнос", "number": "МА-12"}
    meeting = {
        "booking_id": new_id(),
        "user_id": user_id,
        "kind": "consultation",
        "title": "Консультация",
        "starts_at": EVENT_TIME,
    }
    reservation = {"reservation_id": new_id(), "user_id": user_id, "number": "BR-12"}
    reservation |= {"car_title": "BMW X5", "car_slug": "bmw-x5", "amount_rub": 50_000}
    reservations_link = "/dashboard#reservations"
    order_link = f"/dashboard/orders/{order['order_id']}"
    payments_link = "/dashboard/payments"
    bookings_link = "/dashboard/bookings"
    changes = (
        content.OrderChange(what="price", was="3000000", now="3100000"),
        content.OrderChange(what="car", now="BMW X5"),
        content.OrderChange(what="end", step_title="Поиск", was="2026-11-26", now="2027-01-03"),
        content.OrderChange(what="message", step_title="Поиск", now="Нашли три машины."),
    )
    return [
        (
            content.OrderAdvanced(**order, step="handover", step_title="Передача", is_finished=True, days=54),
            order_link,
            "Заказ МА-12 завершён",
            "BMW X5 ваш. От консультации до ключей — 54 дня. Документы останутся в кабинете. Хорошей дороги.",
        ),
        (
            content.OrderChanged(**order, change="Изменения.", news="changed", changes=changes),
            order_link,
            "Изменения в заказе МА-12",
            "BMW X5.\nЦена — 3 100 000 ₽, было 3 000 000 ₽.\nВыбран другой автомобиль.\n"
            "Поиск — до 3 января 2027 года, было до 26 ноября.\nПоиск: Нашли три машины.",
        ),
        (
            content.OrderChanged(
                **order, change="Срок.", news="delayed", changes=changes[2:3], text="Продавец в отпуске."
            ),
            order_link,
            "Срок сдвинулся: Поиск, заказ МА-12",
            "BMW X5.\nПоиск — до 3 января 2027 года, было до 26 ноября.\nПричина: Продавец в отпуске.",
        ),
        (
            content.OrderChanged(**order, change="Старый выпуск: новый срок"),
            order_link,
            "Изменения в заказе МА-12",
            "BMW X5.\nСтарый выпуск: новый срок",
        ),
        (
            content.OrderChanged(**order, change="Заказ удалён", removed=True),
            "/dashboard",
            "Заказ МА-12 удалён",
            "BMW X5. В кабинете его больше нет. Если это неожиданно, напишите нам.",
        ),
        (
            content.PaymentRecorded(**payment, kind="refund", status="pending", news="invoice"),
            payments_link,
            "Готовим возврат 700 ₽",
            "Второй взнос, заказ МА-12, BMW X5. Делать ничего не нужно, мы напишем, когда отправим.",
        ),
        (
            content.PaymentRecorded(**payment, kind="refund", status="paid", news="paid"),
            payments_link,
            "Возвращаем 700 ₽",
            "Второй взнос, заказ МА-12, BMW X5. Деньги отправлены, банк зачислит их за один–пять рабочих дней.",
        ),
        # An event of a release without the fields `news`, `title` and `number`.
        (
            content.PaymentRecorded(
                **payment | {"title": None, "number": None}, kind="payment", status="paid", change="receipt"
            ),
            payments_link,
            "Чек на 700 ₽",
            "Платёж, «BMW X5». Чек — в разделе «Платежи».",
        ),
        (
            content.PaymentRecorded(**payment, kind="payment", status="pending", news="invoice", due_at=EVENT_TIME),
            payments_link,
            "Счёт на 700 ₽",
            "Второй взнос, заказ МА-12, BMW X5. Оплатите до 26 ноября. Счёт и реквизиты — в разделе «Платежи».",
        ),
        (
            content.PaymentRecorded(**payment, kind="payment", status="pending", news="invoice", includes_customs=True),
            payments_link,
            "Счёт на 700 ₽",
            "Второй взнос, заказ МА-12, BMW X5. Счёт и реквизиты — в разделе «Платежи». Таможенные платежи считаются "
            "по курсу и ставкам дня, когда зарегистрирована декларация: до него их изменение в обе стороны ложится на "
            "покупателя, после него сумма окончательная.",
        ),
        (
            content.BookingChanged(**meeting, status="requested"),
            bookings_link,
            "Время изменилось: Консультация",
            "Новое время — 26 ноября, 14:05 МСК. Если неудобно, выберите другое.",
        ),
        (
            content.BookingChanged(
                **meeting, status="confirmed", news="moved", was=EVENT_TIME - timedelta(days=1), place="Офис 7"
            ),
            bookings_link,
            "Время изменилось: Консультация",
            "Было 25 ноября, 14:05 МСК, стало 26 ноября, 14:05 МСК. Если неудобно, выберите другое.",
        ),
        (
            content.BookingChanged(**meeting, status="confirmed", news="details", duration_minutes=90, place="Офис 7"),
            bookings_link,
            "Уточнили запись: Консультация",
            "26 ноября, 14:05 МСК, 1 час 30 минут. Где: Офис 7. Время прежнее.",
        ),
        # The end of a reservation says what happens to the money: an unpaid invoice, or the refund of a paid one.
        (
            content.ReservationChanged(**reservation, news="cancelled"),
            reservations_link,
            "Вы отменили бронь: BMW X5",
            "Бронь BR-12 снята, автомобиль снова свободен. Платить по счёту не нужно.",
        ),
        (
            content.ReservationChanged(**reservation, news="cancelled", is_paid=True, refund_rub=50_000),
            reservations_link,
            "Вы отменили бронь: BMW X5",
            "Бронь BR-12 снята, автомобиль снова свободен. Вернём 50 000 ₽, отдельно ничего делать не нужно.",
        ),
        (
            content.ReservationChanged(**reservation, news="released", reason="Продавец передумал."),
            reservations_link,
            "Бронь снял менеджер: BMW X5",
            "Причина: Продавец передумал. Платить по счёту не нужно. Если вы уже перевели деньги, мы их вернём.",
        ),
        (
            content.ReservationChanged(
                **reservation, news="released", reason="Продавец передумал.", is_paid=True, refund_rub=50_000
            ),
            reservations_link,
            "Бронь снял менеджер: BMW X5",
            "Причина: Продавец передумал. Вернём 50 000 ₽, отдельно ничего делать не нужно.",
        ),
    ]


class TestOnePerson:
    async def test_each_event_arrives_with_its_type_and_text(
        self, deliver: EventDelivery, read_inbox: InboxReader
    ) -> None:
        user_id = new_id()
        expected = list_user_events(user_id)
        for event, *_ in expected:
            await deliver(event, wait=False)

        async def find_all_entries() -> Any:
            notifications = (await read_inbox(user_id))["notifications"]
            return notifications if len(notifications) == len(expected) else None

        entries = {entry["data"]["event"]: entry for entry in await wait_for(find_all_entries)}
        for event, type, title, message in expected:
            entry = entries[event.type]
            assert entry["type"] == type
            assert title in entry["title"]
            assert message in entry["message"]
            assert "{" not in entry["title"] + entry["message"] + (entry["data"]["link"] or "")

    async def test_each_event_variant_has_its_link_title_and_message(
        self, deliver: EventDelivery, read_inbox: InboxReader
    ) -> None:
        user_id = new_id()
        for entry_count, (event, link, title, message) in enumerate(list_event_variants(user_id), start=1):
            await deliver(event)
            inbox = await read_inbox(user_id)
            entry = inbox["notifications"][0]
            assert inbox["total"] == entry_count
            assert entry["title"] == title
            assert entry["data"]["link"] == link
            assert entry["message"] == message

    async def test_verified_user_is_welcomed(self, deliver: EventDelivery, read_inbox: InboxReader) -> None:
        user_id = new_id()
        await deliver(auth.UserVerified(user_id=user_id, email="a@example.com", first_name="Анна", last_name="Орлова"))
        (entry,) = (await read_inbox(user_id))["notifications"]
        assert entry["type"] == "system"
        assert entry["message"].startswith("Анна, ")

    async def test_an_event_delivered_twice_makes_one_entry(
        self, deliver: EventDelivery, read_inbox: InboxReader
    ) -> None:
        user_id = new_id()
        id = new_id()
        event = auth.PasswordChanged(user_id=user_id)
        await deliver(event, id=id)
        await deliver(event, id=id)
        await deliver(auth.PasswordChanged(user_id=user_id))
        assert (await read_inbox(user_id))["total"] == 2

    async def test_a_sign_in_that_is_not_from_a_new_device_notifies_nobody(
        self, deliver: EventDelivery, read_inbox: InboxReader
    ) -> None:
        user_id = new_id()
        session = {"session_id": new_id(), "user_id": user_id, "device": "Firefox", "ip": "203.0.113.9"}
        await deliver(auth.SessionCreated(**session, new_device=False, created_at=EVENT_TIME))
        assert (await read_inbox(user_id))["total"] == 0

    async def test_only_a_new_calculation_is_announced(self, deliver: EventDelivery, read_inbox: InboxReader) -> None:
        user_id = new_id()
        saved_fields = {
            "calculation_id": new_id(),
            "user_id": user_id,
            "edition": "2026",
            "total_customs": 1,
            "total": Decimal(2),
        }
        await deliver(calculator.CalculationSaved(**saved_fields, is_new=False))
        assert (await read_inbox(user_id))["total"] == 0
        await deliver(calculator.CalculationSaved(**saved_fields))
        assert (await read_inbox(user_id))["total"] == 1

    async def test_erased_user_gets_no_notification(self, deliver: EventDelivery, read_inbox: InboxReader) -> None:
        user_id = new_id()
        await deliver(auth.UserErased(user_id=user_id, erasure_id=new_id()))
        await deliver(auth.PasswordChanged(user_id=user_id))
        assert (await read_inbox(user_id))["total"] == 0


class TestAdministrators:
    async def test_only_administrators_are_notified_of_a_contact_message(
        self, deliver: EventDelivery, make_user: UserFactory, read_inbox: InboxReader, listen: StreamOpener
    ) -> None:
        admins = [await make_user(role="admin"), await make_user(role="admin")]
        blocked_user = await make_user(role="admin", is_blocked=True)
        user = await make_user()
        stream = await listen(admins[0], role="admin")
        contact = {"contact_id": new_id(), "reference": "К-1", "name": "Пётр", "subject": "Подбор"}
        await deliver(content.ContactReceived(**contact))
        for admin in admins:
            (entry,) = (await read_inbox(admin))["notifications"]
            assert (entry["type"], entry["title"], entry["message"]) == ("system", "Обращение № К-1", "Пётр: Подбор.")
        for other_user in (blocked_user, user):
            assert (await read_inbox(other_user))["total"] == 0
        assert (await stream.wait_for("notification"))[0]["notification"]["title"] == "Обращение № К-1"

    async def test_an_overdue_request_reads_like_an_overdue_message(
        self, deliver: EventDelivery, make_user: UserFactory, read_inbox: InboxReader
    ) -> None:
        admin = await make_user(role="admin")
        await deliver(content.RequestOverdue(request_id=new_id(), reference="К-8", name="Пётр"))
        # Releases without the event RequestOverdue published it in this form.
        await deliver(content.ContactOverdue(contact_id=new_id(), reference="К-8", name="Пётр", kind="request"))
        texts = [(entry["title"], entry["message"]) for entry in (await read_inbox(admin))["notifications"]]
        assert texts == [("Срок ответа вышел: № К-8", "Пётр всё ещё ждёт. Ответьте сейчас.")] * 2

    async def test_subjects_of_the_form_are_written_in_words(
        self, deliver: EventDelivery, make_user: UserFactory, read_inbox: InboxReader
    ) -> None:
        admin = await make_user(role="admin")
        for subject in ("consultation", None, "Про пошлины."):
            contact = {"contact_id": new_id(), "reference": "К-3", "name": "Пётр", "subject": subject}
            await deliver(content.ContactReceived(**contact))
        received_messages = [entry["message"] for entry in (await read_inbox(admin))["notifications"]]
        assert received_messages == ["Пётр: Про пошлины.", "Пётр: Без темы.", "Пётр: Консультация по услугам."]

    async def test_a_first_check_without_failures_notifies_nobody(
        self, deliver: EventDelivery, make_user: UserFactory, read_inbox: InboxReader
    ) -> None:
        admin = await make_user(role="admin")
        for old_status, new_status in (("unknown", "operational"), ("unknown", "down"), ("down", "operational")):
            await deliver(status.ServiceChanged(service="auth", name="Вход", old=old_status, new=new_status))
        received_titles = [entry["title"] for entry in (await read_inbox(admin))["notifications"]]
        assert received_titles == ["Вход: работает", "Вход: не работает"]

    async def test_messages_before_the_first_administrator_wait(
        self, deliver: EventDelivery, make_user: UserFactory, read_inbox: InboxReader, mailbox: Mailbox
    ) -> None:
        for number in range(2):
            contact = {"contact_id": new_id(), "reference": f"К-{number}", "name": "Пётр"}
            await deliver(content.ContactReceived(**contact))
        late_fields = {"contact_id": new_id(), "reference": "К-9", "name": "Пётр", "kind": "contact"}
        await deliver(content.ContactOverdue(**late_fields))
        user = await make_user()
        admin = new_id()
        admin_fields = {"user_id": admin, "email": "first@example.com", "first_name": "Иван", "last_name": "Седов"}
        assert (await read_inbox(admin))["total"] == 0
        await deliver(auth.UserVerified(**admin_fields, role="admin"))
        await deliver(auth.UserUpdated(**admin_fields, role="admin"))

        async def find_all_entries() -> Any:
            notifications = (await read_inbox(admin))["notifications"]
            return notifications if len(notifications) == 4 else None

        titles = {entry["title"] for entry in await wait_for(find_all_entries)}
        assert titles == {"Добро пожаловать!", "Обращение № К-0", "Обращение № К-1", "Срок ответа вышел: № К-9"}
        assert (await read_inbox(user))["total"] == 0

        async def is_email_sent() -> bool:
            return [email.subject for email in await mailbox("first@example.com")] == ["Срок ответа вышел: № К-9"]

        await wait_for(is_email_sent)

    async def test_buyer_and_administrators_are_notified_of_a_request(
        self, deliver: EventDelivery, make_user: UserFactory, read_inbox: InboxReader
    ) -> None:
        admin = await make_user(role="admin")
        buyer = await make_user()
        request = {"request_id": new_id(), "reference": "З-7", "kind": "callback", "name": "Анна", "user_id": buyer}
        await deliver(content.RequestCreated(**request))
        assert [(await read_inbox(user_id))["notifications"][0]["type"] for user_id in (admin, buyer)] == [
            "system",
            "booking",
        ]

    async def test_role_follows_the_newest_event(
        self, deliver: EventDelivery, make_user: UserFactory, read_inbox: InboxReader, runtime: NotificationsRuntime
    ) -> None:
        user_id = await make_user(role="admin", event_time=runtime.now() - timedelta(hours=1))
        fields = {"user_id": user_id, "email": "a@example.com", "first_name": "А", "last_name": "Б"}
        await deliver(auth.UserUpdated(**fields, role="user"))
        await deliver(content.ContactReceived(contact_id=new_id(), reference="К-2", name="Пётр"))
        assert (await read_inbox(user_id))["total"] == 0


class TestEverybody:
    @pytest.mark.parametrize(
        ("event", "title"),
        [
            (
                status.IncidentOpened(incident_id=new_id(), title="Нет входа", severity="major", affected=["auth"]),
                "Сбой",
            ),
            (status.IncidentResolved(incident_id=new_id(), title="Нет входа"), "Сбой устранён"),
            (
                status.MaintenanceScheduled(
                    maintenance_id=new_id(),
                    title="Диски",
                    starts_at=EVENT_TIME,
                    ends_at=EVENT_TIME,
                    affected=["storage"],
                ),
                "Плановые работы: 26 ноября, 14:05 МСК",
            ),
        ],
    )
    async def test_outages_are_announced_to_all_users_who_can_sign_in(
        self, deliver: EventDelivery, make_user: UserFactory, read_inbox: InboxReader, event: Any, title: str
    ) -> None:
        user_ids = [await make_user() for _ in range(3)]
        blocked_user = await make_user(is_blocked=True)
        await deliver(event)

        async def has_received() -> bool:
            return all([(await read_inbox(user_id))["total"] == 1 for user_id in user_ids])

        await wait_for(has_received)
        entry = (await read_inbox(user_ids[0]))["notifications"][0]
        assert entry["type"] == "maintenance"
        assert entry["title"].startswith(title)
        assert (await read_inbox(blocked_user))["total"] == 0

    async def test_an_article_is_announced_to_users_who_consented(
        self,
        deliver: EventDelivery,
        make_user: UserFactory,
        read_inbox: InboxReader,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
    ) -> None:
        consenting_user = await make_user(marketing=True)
        choosing_user = await make_user()
        silent_user = await make_user()
        choices = {"promotion": {"email": True}}
        await client.put("/api/notifications/preferences", json=choices, headers=build_auth_headers(id=choosing_user))
        post = {"post_id": new_id(), "slug": "duties", "title": "Пошлины", "excerpt": "Коротко", "category": "news"}
        await deliver(content.PostPublished(**post))

        async def has_received() -> bool:
            return all([(await read_inbox(user_id))["total"] == 1 for user_id in (consenting_user, choosing_user)])

        await wait_for(has_received)
        assert (await read_inbox(consenting_user))["notifications"][0]["data"]["link"] == "/blog/duties"
        assert (await read_inbox(silent_user))["total"] == 0


class TestNamedPrices:
    """A price with customs and a turnkey price differ by half a million roubles, so a message names its price."""

    def test_a_found_car_has_both_prices_by_name(self) -> None:
        car_with_both_prices = content.MatchingCar(title="BMW 320d, 2022", price_rub=4_100_000, turnkey_rub=4_558_000)
        # An event of a release without the field `turnkey_rub`.
        car_of_earlier_release = content.MatchingCar(title="BMW 520i, 2021", price_rub=4_870_000)
        car_without_price = content.MatchingCar(title="BMW 318i, 2023", price_rub=None)
        assert self._render_found_cars([car_with_both_prices, car_of_earlier_release, car_without_price]) == (
            "BMW 320d, 2022 — 4 100 000 ₽ с таможней, 4 558 000 ₽ под ключ\n"
            "BMW 520i, 2021 — 4 870 000 ₽ с таможней\n"
            "BMW 318i, 2023"
        )

    def _render_found_cars(self, cars: list[content.MatchingCar]) -> str:
        [rule] = RULES_BY_EVENT[content.SavedSearchMatched]
        search = {"search_id": new_id(), "user_id": new_id(), "name": "BMW", "address": "brand=BMW"}
        event = content.SavedSearchMatched(**search, cars=cars, count=len(cars), stop_url="https://example.ru/stop")
        return fill_in(rule.text.message, rule.build_values(event, EVENT_TIME)).replace("\xa0", " ")

    def test_a_changed_or_crossed_price_is_named(self) -> None:
        for event_type in (content.FavoritePriceChanged, content.PriceLimitCrossed):
            for rule in RULES_BY_EVENT[event_type]:
                assert "с таможней" in f"{rule.text.title} {rule.text.message}".lower(), rule.key


class TestTexts:
    def test_brackets_leave_out_empty_values(self) -> None:
        text = "Счёт[ до {day}][, {note}]. [Важно]"
        assert fill_in(text, {"day": "26 ноября", "note": ""}) == "Счёт до 26 ноября. [Важно]"
        # A value is text, even if it looks like markup.
        assert fill_in("{note}", {"note": "[{day}]"}) == "[{day}]"

    def test_texts_use_only_their_variables(self) -> None:
        for rule in RULES.values():
            for text in (rule.text.title, rule.text.message):
                assert find_text_error(text, rule.text.variables) is None, rule.key
            assert set(list_variables(rule.text.email)) <= rule.event.model_fields.keys(), rule.key

    def test_links_use_only_fields_of_the_event(self) -> None:
        for event_type, rules in RULES_BY_EVENT.items():
            for rule in rules:
                fields = dict.fromkeys(event_type.model_fields, "x")
                assert rule.text.link.format_map(fields).startswith("/"), rule.key

    def test_every_text_is_on_the_page_of_all_messages(self) -> None:
        assert {preview.name for preview in render_previews()} == TEXTS.messages.keys()

    def test_no_variable_is_left_in_a_message(self) -> None:
        for preview in render_previews():
            written_texts = (preview.title, preview.message, preview.email.text if preview.email else "")
            assert not any("{" in text for text in written_texts), preview.name

    def test_every_text_has_a_rule(self) -> None:
        assert RULES.keys() == TEXTS.messages.keys()

    def test_every_event_has_a_text_or_is_listed_as_silent(self) -> None:
        silent_types = {
            "auth.user.registered",  # its user gets the code by email, and the welcome afterwards
            "auth.user.updated",  # the user made the change, or an administrator reads it in the panel
            "auth.user.blocked",  # a blocked user reads no notifications; auth sends an email
            "auth.session.revoked",  # its owner ended it, or the event of the cause is announced
            "content.settings.changed",
            # Services tell each other of erasures, exports and copies.
            "auth.user.erased",
            "auth.user.erased_done",
            "auth.export.requested",
            "auth.export.part",
            "auth.user.copied",
            "content.order.copied",
            "calculator.calculation.copied",
            # The bot answers the writer of a reply itself.
            "notifications.telegram.replied",
            # It goes to the Telegram chats that follow the status page, which need no account.
            "status.announcement.published",
        }
        for publisher in SERVICES:
            importlib.import_module(f"contracts.{publisher}")
        assert EVENTS.keys() - {event_type.type for event_type in RULES_BY_EVENT} == silent_types


def test_the_example_of_an_inquiry_has_a_reference_of_the_real_form() -> None:
    references = {event.reference for event in EXAMPLES if hasattr(event, "reference")}
    assert references
    for reference in references:
        assert REFERENCE.fullmatch(reference), reference
