from typing import Annotated

from chassis.app import Rt
from chassis.database import ReadDb
from chassis.errors import documented
from fastapi import APIRouter, Form, Query, Response
from fastapi.responses import HTMLResponse
from pydantic import AfterValidator
from sqlalchemy.ext.asyncio import AsyncSession

from auth.fields import printable
from auth.letters import service as letters
from auth.passwords import disowned
from auth.sessions.disowning import LinkInvalid, session_of

router = APIRouter(prefix="/api/auth/sessions", tags=["sessions"], default_response_class=HTMLResponse)
LinkToken = Annotated[str, AfterValidator(printable)]


async def _page(db: AsyncSession, *, heading: str, text: str, token: str | None = None) -> Response:
    head = await letters.letterhead(db)
    page = letters.RICH.get_template("disown.html.j2").render(
        site_name=head.site_name, heading=heading, text=text, token=token
    )
    return HTMLResponse(page, headers={"Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY"})


@router.get("/disown", responses=documented(LinkInvalid))
async def show_disowning(token: Annotated[LinkToken, Query(max_length=2000)], runtime: Rt, db: ReadDb) -> Response:
    """Ask the owner whether to end a session he does not know; opening the page changes nothing."""
    session_of(runtime, token)
    text = "Сеанс завершится сразу, а на вашу почту придёт код для нового пароля."
    return await _page(db, heading="Завершить чужой сеанс?", text=text, token=token)


@router.post("/disown", responses=documented(LinkInvalid))
async def disown_session(token: Annotated[LinkToken, Form(max_length=2000)], runtime: Rt, db: ReadDb) -> Response:
    """End a session its owner does not know, and mail a code for a new password."""
    await disowned.disown(runtime, token)
    text = (
        "Способы входа, добавленные после его начала, убраны. Мы отправили на вашу почту код. "
        "Задайте новый пароль: «Войти», затем «Забыли пароль?»."
    )
    return await _page(db, heading="Сеанс завершён", text=text)
