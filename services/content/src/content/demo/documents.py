"""Example PDF files for the documents that the company provides in a demo order."""

from chassis.database.tables import new_id
from chassis.formats import MOSCOW

from content import pdf
from content.orders.state_machine import TITLES
from content.orders.tables import Order, OrderDocument
from content.runtime import Session

NOTE = "Образец. В настоящем заказе здесь лежит подписанный документ."


async def attach(db: Session, order: Order, document: OrderDocument) -> None:
    """Render an example of the document and store it as the document's file."""
    page = {
        "company": "Меридиан Авто",
        "date": f"{document.created_at.astimezone(MOSCOW):%d.%m.%Y}",
        "heading": document.title,
        "note": NOTE,
        "rows": [
            ["Заказ", order.number],
            ["Автомобиль", order.title],
            ["Этап", TITLES[document.step]],
        ],
    }
    content = await pdf.render("demo/document.typ", created_at=document.created_at, document=page)
    key = f"documents/{order.id}/{new_id()}.pdf"
    await db.runtime.storage.put(key, content)
    document.file_key = key
    document.file_name = f"{document.title}.pdf"
    document.content_type = "application/pdf"
    document.size = len(content)
    document.uploaded_at = document.created_at
