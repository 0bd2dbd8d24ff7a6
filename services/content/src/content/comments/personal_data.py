from chassis.features.personal_data import PersonalData, export_rows

from content.comments.tables import Comment

PERSONAL_DATA = PersonalData(
    deleted=(Comment.user_id,),
    # These columns hold ids of administrators.
    kept=(Comment.moderator_id, Comment.deleted_by),
    export=export_rows("comments", Comment.user_id, exclude={"moderator_id", "deleted_by", "version"}),
)
