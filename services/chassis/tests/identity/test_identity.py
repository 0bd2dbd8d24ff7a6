"""Account states and ended sessions as a service receives them, and the verification of access tokens."""

import asyncio
import base64
import contextlib
import json
from datetime import UTC, datetime, timedelta

import pyseto
import pytest
from chassis.database.tables import new_id
from chassis.events.bus import Bus
from chassis.identity import watch as watch_module
from chassis.identity.keys import parse_public_key, parse_public_keys
from chassis.identity.tokens import AUDIENCE, ISSUER, ExpiredTokenError, InvalidTokenError
from chassis.identity.verifier import Identity, IdentityNotReadyError
from chassis.identity.watch import open_bucket, watch
from chassis.runtime import AnyRuntime
from chassis.testing.plugin import TEST_ROOT, get_public_half, wait_for
from chassis.testing.servers import run_nats
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import REGISTRY

NOW = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)


def test_of_two_states_of_an_account_the_higher_version_counts() -> None:
    identity = Identity(clock=lambda: NOW)
    identity.apply("account.a", b'{"status":"blocked","version":7}')
    identity.apply("account.a", b'{"status":"active","version":6}')
    assert identity.accounts["a"].status == "blocked"
    identity.apply("account.a", b'{"status":"active","version":8}')
    assert identity.accounts["a"].status == "active"


def test_ended_sessions_are_purged_after_their_tokens_expire() -> None:
    now = NOW
    identity = Identity(clock=lambda: now)
    identity.apply_session("first", b"1")
    now = NOW + timedelta(hours=20)
    identity.apply_session("second", b"1")
    now = NOW + timedelta(hours=25)
    identity.purge_old_sessions()
    assert set(identity.ended_sessions) == {"second"}


KEY = pyseto.Key.from_asymmetric_key_params(4, d=bytes(range(32)))
KID = "k4.pid.test"
CLAIMS = {
    "sub": "01900000-0000-7000-8000-000000000001",
    "sid": "01900000-0000-7000-8000-000000000002",
    "role": "user",
    "email_verified": True,
    "first_name": "Анна",
    "last_name": "Орлова",
    "iss": ISSUER,
    "aud": AUDIENCE,
    "iat": NOW.isoformat(),
    "exp": (NOW + timedelta(minutes=15)).isoformat(),
}


def make_identity_with_key() -> Identity:
    identity = Identity(clock=lambda: NOW, unread_buckets=set())
    public_key = pyseto.Key.from_asymmetric_key_params(4, x=KEY._key.public_key().public_bytes_raw())
    identity.apply(f"key.{KID}", public_key.to_paserk().encode())
    return identity


def make_token(payload: bytes, footer: bytes = json.dumps({"kid": KID}).encode()) -> str:
    return pyseto.encode(KEY, payload, footer=footer).decode()


def make_token_with(**claims: object) -> str:
    return make_token(json.dumps({**CLAIMS, **claims}).encode())


@pytest.mark.parametrize("bucket", ["identity", "ended_sessions"])
def test_no_token_is_verified_before_both_buckets_were_read(bucket: str) -> None:
    """In a service that has just started, the key of a good token or the end of its session may still be missing."""
    identity = make_identity_with_key()
    identity.unread_buckets = {bucket}
    with pytest.raises(IdentityNotReadyError):
        identity.verify(make_token_with())


def test_a_genuine_token_names_its_user() -> None:
    assert make_identity_with_key().verify(make_token_with()).name == "Анна Орлова"


@pytest.mark.parametrize(
    "claims",
    [
        {"role": "root"},
        {"role": ["admin"]},
        {"exp": "2026-11-23T12:15:00"},
        {"exp": "9999-12-31T23:59:59-23:59"},
        {"exp": 1_900_000_000},
        {"iat": (NOW + timedelta(seconds=61)).isoformat()},
        {"nbf": (NOW + timedelta(seconds=61)).isoformat()},
        {"iss": "another"},
        {"aud": ["meridian"]},
        {"sub": "1"},
        {"first_name": None},
        {"account_version": "x"},
    ],
)
def test_claims_outside_the_contract_are_refused(claims: dict[str, object]) -> None:
    with pytest.raises(InvalidTokenError):
        make_identity_with_key().verify(make_token_with(**claims))


def test_clocks_may_differ_by_a_minute() -> None:
    future_time = (NOW + timedelta(seconds=59)).isoformat()
    assert make_identity_with_key().verify(make_token_with(iat=future_time, nbf=future_time))


def test_a_token_has_one_spelling() -> None:
    genuine_token = make_token_with()
    head, footer = genuine_token.rsplit(".", 1)
    identity = make_identity_with_key()
    assert identity.verify(genuine_token)
    standard_head = head.replace("-", "+").replace("_", "/")
    spellings = [
        f"{head}=.{footer}",
        f"{head}==.{footer}",
        f"{genuine_token}=",
        f"{head}A.{footer}",
        f"{genuine_token} ",
    ]
    spellings.append(f"{head}.{footer[:-1]}{chr(ord(footer[-1]) + 1)}")
    if standard_head != head:
        spellings.append(f"{standard_head}.{footer}")
    for spelling in spellings:
        with pytest.raises(InvalidTokenError):
            identity.verify(spelling)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.one_of(st.binary(max_size=60), JSON.map(lambda body: json.dumps(body).encode())))
def test_no_payload_raises_anything_unexpected(payload: bytes) -> None:
    with pytest.raises((InvalidTokenError, ExpiredTokenError)):
        make_identity_with_key().verify(make_token(payload or b"x"))


@given(st.sampled_from(sorted(CLAIMS)), JSON)
def test_no_claim_raises_anything_unexpected(name: str, value: object) -> None:
    with contextlib.suppress(InvalidTokenError, ExpiredTokenError):
        principal = make_identity_with_key().verify(make_token_with(**{name: value}))
        assert principal.role in {"user", "staff", "admin"}


@given(st.text(max_size=80) | st.text("v4.publicAZaz09-_=+/", max_size=80))
def test_no_text_raises_anything_unexpected(text: str) -> None:
    with pytest.raises(InvalidTokenError):
        make_identity_with_key().verify(text)


def test_a_key_of_small_order_is_refused() -> None:
    zero = "k4.public." + base64.urlsafe_b64encode(bytes(32)).decode().rstrip("=")
    with pytest.raises(ValueError, match="main group"):
        parse_public_key(zero)


class TestSignedKeys:
    """A writer of the bucket cannot add a key: a root key must have signed it for its key id."""

    ROOT = pyseto.Key.from_asymmetric_key_params(4, d=bytes(range(64, 96)))
    PUBLIC = get_public_half(KEY).encode()

    def make_identity(self) -> Identity:
        return Identity(
            clock=lambda: NOW,
            roots=parse_public_keys(f"{get_public_half(TEST_ROOT)},{get_public_half(self.ROOT)}"),
            unread_buckets=set(),
        )

    def sign_key(self, kid: str = KID, root: pyseto.KeyInterface = ROOT) -> bytes:
        return pyseto.encode(root, self.PUBLIC, implicit_assertion=kid.encode())

    def test_a_signed_key_counts_until_it_is_deleted(self) -> None:
        identity = self.make_identity()
        identity.apply(f"signed_key.{KID}", self.sign_key())
        identity.apply(f"key.{KID}", self.PUBLIC)
        assert identity.verify(make_token_with())
        identity.apply(f"signed_key.{KID}", None)
        assert not identity.is_ready

    @pytest.mark.parametrize(
        ("entry", "value"),
        [
            (f"key.{KID}", PUBLIC),
            (f"signed_key.{KID}", PUBLIC),
            (f"signed_key.{KID}", pyseto.encode(KEY, PUBLIC, implicit_assertion=KID.encode())),
            (f"signed_key.{KID}", pyseto.encode(ROOT, PUBLIC, implicit_assertion=b"another key id")),
            (f"signed_key.{KID}", pyseto.encode(ROOT, PUBLIC)),
            (f"signed_key.{KID}", pyseto.encode(ROOT, b"k4.public.x", implicit_assertion=KID.encode())),
            (f"signed_key.{KID}", b"\xff"),
        ],
        ids=["unsigned", "bare", "by itself", "another key id", "no key id", "no key", "no text"],
    )
    def test_a_key_without_a_root_signature_for_its_id_is_refused(self, entry: str, value: bytes) -> None:
        identity = self.make_identity()
        with pytest.raises((ValueError, pyseto.PysetoError)):
            identity.apply(entry, value)
        assert not identity.is_ready

    def test_a_forged_entry_does_not_replace_a_genuine_one(self) -> None:
        identity = self.make_identity()
        identity.apply(f"signed_key.{KID}", self.sign_key())
        with pytest.raises(pyseto.PysetoError):
            identity.apply(f"signed_key.{KID}", self.sign_key(root=KEY))
        identity.apply(f"key.{KID}", None)
        assert identity.verify(make_token_with())

    async def test_a_writer_of_the_bucket_cannot_add_a_key(self, runtime: AnyRuntime) -> None:
        """On a real bucket the key is refused and counted, and later entries are still read."""
        refused_before = REGISTRY.get_sample_value("identity_entries_refused_total") or 0.0
        user_id = str(new_id())
        store = await open_bucket(runtime.bus, "identity")
        await store.put(f"signed_key.{KID}", self.sign_key())  # A root that these services do not know.
        await store.put(f"key.{KID}", self.PUBLIC)
        await store.put("account.malformed", b"[")
        await store.put(f"account.{user_id}", b'{"status":"blocked","version":1}')
        await wait_for(lambda: user_id in runtime.identity.accounts)
        assert KID not in runtime.identity.keys
        assert (REGISTRY.get_sample_value("identity_entries_refused_total") or 0.0) == refused_before + 3
        for name in (f"signed_key.{KID}", f"key.{KID}", "account.malformed", f"account.{user_id}"):
            await store.delete(name)


class TestWatch:
    async def test_a_new_watch_continues_and_a_recreated_bucket_is_read_from_the_start(
        self, runtime: AnyRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(watch_module, "WATCH_SECONDS", 0.5)
        applied_changes: list[str] = []
        watching_identity = Identity(runtime.now)
        monkeypatch.setattr(watching_identity, "apply", lambda key, value: applied_changes.append(key))
        # Each new watch first removes old sessions.
        purges: list[None] = []
        monkeypatch.setattr(watching_identity, "purge_old_sessions", lambda: purges.append(None))

        async def wait_for_two_new_watches() -> None:
            purges_before = len(purges)
            await wait_for(lambda: len(purges) >= purges_before + 2)

        with run_nats() as server:
            bus = Bus(lambda: server.url, "sample", runtime.settings, timeout=60)
            await bus.start()
            store = await open_bucket(bus, "identity")
            for number in range(5):
                await store.put(f"account.{number}", b"{}")
            task = asyncio.create_task(watch(bus, watching_identity))
            await wait_for(lambda: len(applied_changes) == 5 and not watching_identity.unread_buckets)
            await wait_for_two_new_watches()
            await store.put("account.5", b"{}")
            await wait_for(lambda: "account.5" in applied_changes)
            await wait_for_two_new_watches()
            assert applied_changes == [f"account.{number}" for number in range(6)]
            await bus.js.delete_key_value("identity")
            await (await open_bucket(bus, "identity")).put("account.6", b"{}")
            await wait_for(lambda: "account.6" in applied_changes)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await bus.stop()

    async def test_an_entry_that_comes_while_a_watch_is_replaced_ends_no_watch(
        self, runtime: AnyRuntime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """In this case the reader loses its cancellation. A watch that waits for the reader's end would read no more
        entries.
        """
        monkeypatch.setattr(watch_module, "WATCH_SECONDS", 0.05)
        watching_identity = Identity(runtime.now)
        with run_nats() as server:
            bus = Bus(lambda: server.url, "sample", runtime.settings, timeout=60)
            await bus.start()
            accounts = await open_bucket(bus, "identity")
            ended_sessions = await open_bucket(bus, "ended_sessions")
            task = asyncio.create_task(watch(bus, watching_identity))
            # Entries one after another, not a flood, in which each of the five cancellations of a reader could be lost.
            for number in range(300):
                await ended_sessions.put(f"session-{number % 10}", b"1")
                await asyncio.sleep(0.01)
            # On a busy machine no short watch would reach its first entry.
            monkeypatch.setattr(watch_module, "WATCH_SECONDS", 60.0)
            await accounts.put("account.blocked", b'{"status":"blocked","version":1}')
            await wait_for(lambda: "blocked" in watching_identity.accounts)
            assert not task.done()
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await bus.stop()
