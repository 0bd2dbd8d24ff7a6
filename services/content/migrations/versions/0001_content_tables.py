"""Content tables"""
# ruff: noqa: E501

import chassis.database.tables
import sqlalchemy as sa
import sqlmodel
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "audit_entries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("actor_id", sa.Uuid(), nullable=False),
        sa.Column("actor_name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("action", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("entity", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("entity_id", sa.Uuid(), nullable=True),
        sa.Column("changes", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("audit_of_entity", "audit_entries", ["entity", "entity_id"], unique=False)
    op.create_index(op.f("ix_audit_entries_actor_id"), "audit_entries", ["actor_id"], unique=False)
    op.create_table(
        "cars",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("slug", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("brand", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("model", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("body_type", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("mileage_km", sa.Integer(), nullable=False),
        sa.Column("engine", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("engine_volume_l", sa.Numeric(precision=5, scale=3), nullable=True),
        sa.Column("power_hp", sa.Integer(), nullable=False),
        sa.Column("fuel", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("transmission", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("drive", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("colour", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("country", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("city", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("length_mm", sa.Integer(), nullable=True),
        sa.Column("description", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("tags", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("image_url", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("images", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("price_eur", sa.Numeric(precision=12, scale=2), nullable=True),
        sa.Column("price_rub", sa.BigInteger(), nullable=True),
        sa.Column("price_is_manual", sa.Boolean(), nullable=False),
        sa.Column("eur_rate", sa.Numeric(precision=12, scale=4), nullable=True),
        sa.Column("rate_date", sa.Date(), nullable=True),
        sa.Column("price_details", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("priced_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("featured", sa.Boolean(), nullable=False),
        sa.Column("featured_rank", sa.Integer(), nullable=False),
        sa.Column("status", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("updated_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column(
            "search",
            postgresql.TSVECTOR(),
            sa.Computed(
                "setweight(to_tsvector('russian'::regconfig, brand || ' ' || model), 'A') || setweight(to_tsvector('russian'::regconfig, description), 'B')",
                persisted=True,
            ),
            nullable=True,
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("slug"),
    )
    op.create_index(
        "cars_by_body",
        "cars",
        ["body_type", sa.literal_column("id DESC")],
        unique=False,
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_index(
        "cars_by_brand",
        "cars",
        [sa.literal_column("lower(brand)"), sa.literal_column("id DESC")],
        unique=False,
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_index(
        "cars_by_fuel",
        "cars",
        ["fuel", sa.literal_column("id DESC")],
        unique=False,
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_index(
        "cars_by_mileage", "cars", ["mileage_km", "id"], unique=False, postgresql_where=sa.text("status = 'published'")
    )
    op.create_index(
        "cars_by_price", "cars", ["price_rub", "id"], unique=False, postgresql_where=sa.text("status = 'published'")
    )
    op.create_index(
        "cars_by_year", "cars", ["year", "id"], unique=False, postgresql_where=sa.text("status = 'published'")
    )
    op.create_index(
        "cars_featured",
        "cars",
        ["featured_rank", "id"],
        unique=False,
        postgresql_where=sa.text("status = 'published' AND featured"),
    )
    op.create_index("cars_search", "cars", ["search"], unique=False, postgresql_using="gin")
    op.create_index(
        "cars_shown",
        "cars",
        [sa.literal_column("id DESC")],
        unique=False,
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_index(
        "cars_to_price", "cars", ["priced_at"], unique=False, postgresql_where=sa.text("NOT price_is_manual")
    )
    op.create_index(op.f("ix_cars_status"), "cars", ["status"], unique=False)
    op.create_table(
        "contacts",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("reference", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("phone", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("email", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("subject", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("message", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("fingerprint", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("consent_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("status", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("assignee_id", sa.Uuid(), nullable=True),
        sa.Column("note", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("due_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("overdue_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("answered_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("updated_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("reference"),
    )
    op.create_index("contacts_by_status", "contacts", ["status", sa.literal_column("id DESC")], unique=False)
    op.create_index("contacts_same", "contacts", ["fingerprint", "created_at"], unique=False)
    op.create_index(
        "contacts_waiting",
        "contacts",
        ["due_at"],
        unique=False,
        postgresql_where=sa.text("status = 'new' AND overdue_at IS NULL"),
    )
    op.create_index(op.f("ix_contacts_user_id"), "contacts", ["user_id"], unique=False)
    op.create_table(
        "job_runs",
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("ran_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "mail_outbox",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("kind", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("recipient", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("subject", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("text", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("html", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("headers", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("due_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("sent_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("failed_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("error", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "mail_due",
        "mail_outbox",
        ["due_at"],
        unique=False,
        postgresql_where=sa.text("sent_at IS NULL AND failed_at IS NULL"),
    )
    op.create_table(
        "outbox",
        sa.Column("position", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("type", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("published_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("position"),
        sa.UniqueConstraint("id"),
    )
    op.create_index(op.f("ix_outbox_type"), "outbox", ["type"], unique=False)
    op.create_index(
        "outbox_waiting", "outbox", ["position"], unique=False, postgresql_where=sa.text("published_at IS NULL")
    )
    op.create_table(
        "people",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("email", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("first_name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("last_name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("phone", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("avatar_url", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("role", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("is_blocked", sa.Boolean(), nullable=False),
        sa.Column("marketing", sa.Boolean(), nullable=False),
        sa.Column("heard_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_people_email"), "people", ["email"], unique=False)
    op.create_table(
        "posts",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("slug", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("title", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("excerpt", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("content", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("content_html", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("body_text", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("categories", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("tags", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("featured", sa.Boolean(), nullable=False),
        sa.Column("image_url", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("thumbnail_url", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("video_url", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("drawing", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("author_first_name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("author_last_name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("author_avatar_url", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("read_minutes", sa.Integer(), nullable=False),
        sa.Column("status", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("publish_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("published_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("updated_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column(
            "search",
            postgresql.TSVECTOR(),
            sa.Computed(
                "setweight(to_tsvector('russian'::regconfig, title), 'A') || setweight(to_tsvector('russian'::regconfig, excerpt || ' ' || body_text), 'B')",
                persisted=True,
            ),
            nullable=True,
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("slug"),
    )
    op.create_index(op.f("ix_posts_status"), "posts", ["status"], unique=False)
    op.create_index("posts_categories", "posts", ["categories"], unique=False, postgresql_using="gin")
    op.create_index("posts_changed", "posts", [sa.literal_column("updated_at DESC")], unique=False)
    op.create_index(
        "posts_due", "posts", ["publish_at"], unique=False, postgresql_where=sa.text("status = 'scheduled'")
    )
    op.create_index("posts_search", "posts", ["search"], unique=False, postgresql_using="gin")
    op.create_index(
        "posts_shown",
        "posts",
        [sa.literal_column("published_at DESC"), sa.literal_column("id DESC")],
        unique=False,
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_index("posts_tags", "posts", ["tags"], unique=False, postgresql_using="gin")
    op.create_table(
        "presence",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("seen_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("user_id"),
    )
    op.create_table(
        "rate_limits",
        sa.Column("key", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("began_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("ends_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("hits", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_index(op.f("ix_rate_limits_ends_at"), "rate_limits", ["ends_at"], unique=False)
    op.create_table(
        "seen_events",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("seen_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_seen_events_seen_at"), "seen_events", ["seen_at"], unique=False)
    op.create_table(
        "site_settings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("values", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("updated_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "tags",
        sa.Column("slug", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("kind", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.PrimaryKeyConstraint("slug"),
    )
    op.create_index(op.f("ix_tags_kind"), "tags", ["kind"], unique=False)
    op.create_table(
        "team_members",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("position", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("email", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("phone", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("avatar", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("handle", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("work", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("sort_order", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("updated_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("handle"),
        sa.UniqueConstraint("user_id"),
    )
    op.create_table(
        "comments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("post_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("content", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("status", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("rejection_reason", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("first_name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("last_name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("moderator_id", sa.Uuid(), nullable=True),
        sa.Column("moderated_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("updated_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["post_id"], ["posts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("comments_by_status", "comments", ["status", "id"], unique=False)
    op.create_index("comments_of_author", "comments", ["user_id", sa.literal_column("id DESC")], unique=False)
    op.create_index("comments_of_post", "comments", ["post_id", sa.literal_column("id DESC")], unique=False)
    op.create_index(
        "comments_once",
        "comments",
        ["post_id", "user_id", sa.literal_column("md5(content)")],
        unique=True,
        postgresql_where=sa.text("status <> 'rejected'"),
    )
    op.create_table(
        "post_revisions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("post_id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("title", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("excerpt", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("content", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("editor_id", sa.Uuid(), nullable=False),
        sa.Column("editor_name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("saved_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["post_id"], ["posts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_post_revisions_post_id"), "post_revisions", ["post_id"], unique=False)
    op.create_table(
        "requests",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("reference", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("kind", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("phone", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("email", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("message", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("car_id", sa.Uuid(), nullable=True),
        sa.Column("car_title", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("calculation_id", sa.Uuid(), nullable=True),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("fingerprint", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("consent_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("status", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("assignee_id", sa.Uuid(), nullable=True),
        sa.Column("note", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("due_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("overdue_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("answered_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("updated_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["car_id"], ["cars.id"], ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("reference"),
    )
    op.create_index(op.f("ix_requests_car_id"), "requests", ["car_id"], unique=False)
    op.create_index(op.f("ix_requests_user_id"), "requests", ["user_id"], unique=False)
    op.create_index("requests_by_status", "requests", ["status", sa.literal_column("id DESC")], unique=False)
    op.create_index("requests_same", "requests", ["fingerprint", "created_at"], unique=False)
    op.create_index(
        "requests_waiting",
        "requests",
        ["due_at"],
        unique=False,
        postgresql_where=sa.text("status = 'new' AND overdue_at IS NULL"),
    )
    op.create_table(
        "bookings",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("calendar", sa.Integer(), nullable=False),
        sa.Column("title", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("starts_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("ends_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("duration_minutes", sa.Integer(), nullable=False),
        sa.Column("status", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("place", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("note", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("request_id", sa.Uuid(), nullable=True),
        sa.Column("order_id", sa.Uuid(), nullable=True),
        sa.Column("reminded_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        sa.Column("updated_at", chassis.database.tables.UtcDateTime(timezone=True), nullable=False),
        postgresql.ExcludeConstraint(
            (sa.text("int4range(calendar, calendar, '[]')"), "&&"),
            (sa.text("tstzrange(starts_at, ends_at)"), "&&"),
            where=sa.text("status <> 'cancelled' AND starts_at IS NOT NULL"),
            using="gist",
            name="bookings_no_overlap",
        ),
        sa.ForeignKeyConstraint(["request_id"], ["requests.id"], ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("request_id"),
    )
    op.create_index("bookings_by_time", "bookings", ["starts_at"], unique=False)
    op.create_index("bookings_of_user", "bookings", ["user_id", sa.literal_column("id DESC")], unique=False)


def downgrade() -> None:
    op.drop_index("bookings_of_user", table_name="bookings")
    op.drop_index("bookings_by_time", table_name="bookings")
    op.drop_table("bookings")
    op.drop_index(
        "requests_waiting", table_name="requests", postgresql_where=sa.text("status = 'new' AND overdue_at IS NULL")
    )
    op.drop_index("requests_same", table_name="requests")
    op.drop_index("requests_by_status", table_name="requests")
    op.drop_index(op.f("ix_requests_user_id"), table_name="requests")
    op.drop_index(op.f("ix_requests_car_id"), table_name="requests")
    op.drop_table("requests")
    op.drop_index(op.f("ix_post_revisions_post_id"), table_name="post_revisions")
    op.drop_table("post_revisions")
    op.drop_index("comments_once", table_name="comments", postgresql_where=sa.text("status <> 'rejected'"))
    op.drop_index("comments_of_post", table_name="comments")
    op.drop_index("comments_of_author", table_name="comments")
    op.drop_index("comments_by_status", table_name="comments")
    op.drop_table("comments")
    op.drop_table("team_members")
    op.drop_index(op.f("ix_tags_kind"), table_name="tags")
    op.drop_table("tags")
    op.drop_table("site_settings")
    op.drop_index(op.f("ix_seen_events_seen_at"), table_name="seen_events")
    op.drop_table("seen_events")
    op.drop_index(op.f("ix_rate_limits_ends_at"), table_name="rate_limits")
    op.drop_table("rate_limits")
    op.drop_table("presence")
    op.drop_index("posts_tags", table_name="posts", postgresql_using="gin")
    op.drop_index("posts_shown", table_name="posts", postgresql_where=sa.text("status = 'published'"))
    op.drop_index("posts_search", table_name="posts", postgresql_using="gin")
    op.drop_index("posts_due", table_name="posts", postgresql_where=sa.text("status = 'scheduled'"))
    op.drop_index("posts_changed", table_name="posts")
    op.drop_index("posts_categories", table_name="posts", postgresql_using="gin")
    op.drop_index(op.f("ix_posts_status"), table_name="posts")
    op.drop_table("posts")
    op.drop_index(op.f("ix_people_email"), table_name="people")
    op.drop_table("people")
    op.drop_index("outbox_waiting", table_name="outbox", postgresql_where=sa.text("published_at IS NULL"))
    op.drop_index(op.f("ix_outbox_type"), table_name="outbox")
    op.drop_table("outbox")
    op.drop_index(
        "mail_due", table_name="mail_outbox", postgresql_where=sa.text("sent_at IS NULL AND failed_at IS NULL")
    )
    op.drop_table("mail_outbox")
    op.drop_table("job_runs")
    op.drop_index(op.f("ix_contacts_user_id"), table_name="contacts")
    op.drop_index(
        "contacts_waiting", table_name="contacts", postgresql_where=sa.text("status = 'new' AND overdue_at IS NULL")
    )
    op.drop_index("contacts_same", table_name="contacts")
    op.drop_index("contacts_by_status", table_name="contacts")
    op.drop_table("contacts")
    op.drop_index(op.f("ix_cars_status"), table_name="cars")
    op.drop_index("cars_to_price", table_name="cars", postgresql_where=sa.text("NOT price_is_manual"))
    op.drop_index("cars_shown", table_name="cars", postgresql_where=sa.text("status = 'published'"))
    op.drop_index("cars_search", table_name="cars", postgresql_using="gin")
    op.drop_index("cars_featured", table_name="cars", postgresql_where=sa.text("status = 'published' AND featured"))
    op.drop_index("cars_by_year", table_name="cars", postgresql_where=sa.text("status = 'published'"))
    op.drop_index("cars_by_price", table_name="cars", postgresql_where=sa.text("status = 'published'"))
    op.drop_index("cars_by_mileage", table_name="cars", postgresql_where=sa.text("status = 'published'"))
    op.drop_index("cars_by_fuel", table_name="cars", postgresql_where=sa.text("status = 'published'"))
    op.drop_index("cars_by_brand", table_name="cars", postgresql_where=sa.text("status = 'published'"))
    op.drop_index("cars_by_body", table_name="cars", postgresql_where=sa.text("status = 'published'"))
    op.drop_table("cars")
    op.drop_index(op.f("ix_audit_entries_actor_id"), table_name="audit_entries")
    op.drop_index("audit_of_entity", table_name="audit_entries")
    op.drop_table("audit_entries")
