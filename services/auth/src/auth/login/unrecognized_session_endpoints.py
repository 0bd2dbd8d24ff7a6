from typing import Annotated

from chassis.errors import documented
from fastapi import APIRouter, Form, Query, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined
from pydantic import AfterValidator

from auth.accounts.queries import site_settings
from auth.fields import no_control_characters
from auth.login import unrecognized_sessions
from auth.runtime import ReadDb, Rt, Session
from auth.sessions.report_links import LinkInvalid, session_from_token

router = APIRouter(prefix="/api/auth/sessions", tags=["sessions"], default_response_class=HTMLResponse)
PATH = "/disown"  # words: allow (the public path)
TEMPLATES = Environment(loader=PackageLoader("auth.login"), undefined=StrictUndefined, autoescape=True)
LinkToken = Annotated[str, AfterValidator(no_control_characters)]


async def _page(db: Session, *, heading: str, text: str, token: str | None = None) -> Response:
    site = await site_settings(db)
    page = TEMPLATES.get_template("page.html.j2").render(
        site_name=site.site_name, heading=heading, text=text, token=token
    )
    return HTMLResponse(page, headers={"Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY"})


@router.get(PATH, responses=documented(LinkInvalid))
async def show_report_page(token: Annotated[LinkToken, Query(max_length=2000)], runtime: Rt, db: ReadDb) -> Response:
    """Show the page whose button ends the session; opening the page changes nothing, mail programs open links too."""
    session_from_token(runtime, token)
    text = "Сеанс завершится сразу, а на вашу почту придёт код для нового пароля."
    return await _page(db, heading="Завершить чужой сеанс?", text=text, token=token)


@router.post(PATH, responses=documented(LinkInvalid))
async def report_session(token: Annotated[LinkToken, Form(max_length=2000)], runtime: Rt, db: ReadDb) -> Response:
    """End a session that the account owner does not recognize, and email a code for a new password."""
    await unrecognized_sessions.report_unrecognized(runtime, token)
    text = (
        "Способы входа, добавленные после его начала, убраны. Мы отправили на вашу почту код. "
        "Задайте новый пароль: «Войти», затем «Забыли пароль?»."
    )
    return await _page(db, heading="Сеанс завершён", text=text)
