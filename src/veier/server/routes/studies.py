"""Studies: outlines, chapters, links that permit to edit, files, sheets; their ids permit to read."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response

from veier.messages import message
from veier.record.study import clean_title
from veier.server.compact_json import dump_json
from veier.server.http.problems import Problem, problem_responses
from veier.server.http.responses import download, json_response, text_route
from veier.server.http.sessions import WITH_SESSION, OptionalSession, Session
from veier.server.http.strict_json import StrictRoute
from veier.server.http.tokens import digest, is_token, new_id, new_token
from veier.server.schemas.studies import (
    ChapterChange,
    ChapterRequest,
    CreatedStudy,
    EditorRequest,
    ListedStudy,
    OutlineRequest,
    SavedChange,
    Study,
    StudyChapter,
    StudyLink,
    StudyList,
    StudyRequest,
)
from veier.server.services import Services, ServicesDep, check_rate, client_address
from veier.server.store.studies import ChapterText, Rights, StoredChapter, StoredStudy
from veier.server.studies import MOST_STUDIES, StaleChange
from veier.server.study_texts import read_chapter, read_study_file, write_study
from veier.server.work.client_work import TEXT_COST

router = APIRouter(
    prefix="/api/v1",
    tags=["studies"],
    route_class=StrictRoute,
    responses=problem_responses(400, 403, 404, 409, 410, 413, 415, 422, 429, 503),
    dependencies=WITH_SESSION,
)
_STALE = problem_responses(409, schema="StaleStudyProblem")


@router.post("/studies", status_code=201)
async def create_study(asked: StudyRequest, request: Request, services: ServicesDep, session: Session) -> CreatedStudy:
    """Create a study of the session from a file of records; a new one has one chapter at least."""
    client = client_address(request)
    check_rate(services.limits.studies, client)
    if len(await services.store.studies.of_session(session, MOST_STUDIES)) >= MOST_STUDIES:
        raise Problem(422, message("study.too_many", count=MOST_STUDIES))
    work = partial(read_study_file, asked.text, asked.title)
    title, chapters = await services.work.run(services.pools.short, client, TEXT_COST * len(asked.text), work)
    name = new_id()
    await services.store.studies.add(name, title, session, {new_id(): each for each in chapters})
    return CreatedStudy(id=name)


@router.get("/studies")
async def list_studies(request: Request, services: ServicesDep, session: OptionalSession) -> StudyList:
    """List the studies that the session may edit, the last changed first."""
    check_rate(services.limits.lists, client_address(request))
    found = await services.store.studies.of_session(session, MOST_STUDIES) if session else []
    return StudyList(studies=[ListedStudy(**each._asdict()) for each in found])


@router.get("/studies/{name}")
async def get_study(name: str, request: Request, services: ServicesDep, session: OptionalSession) -> Study:
    """Return the outline of a study."""
    check_rate(services.limits.reads, client_address(request))
    study = await services.studies.find(name)
    return Study.model_validate(_outline(study, await services.store.studies.rights(name, session)))


@router.put("/studies/{name}", responses=_STALE)
async def change_study(
    name: str, asked: OutlineRequest, request: Request, services: ServicesDep, session: OptionalSession
) -> SavedChange:
    """Change the title and the order of the chapters; 409 with the outline if others have changed it since."""
    rights = await _check_edit(services, request, name, session)
    title = clean_title(asked.title)
    try:
        version = await services.studies.change_outline(name, asked.version, title, asked.chapters, asked.id)
    except StaleChange:
        present = await services.studies.find(name)
        raise Problem(409, message("study.stale_outline"), study=_outline(present, rights)) from None
    return SavedChange(version=version)


@router.delete("/studies/{name}")
async def delete_study(name: str, request: Request, services: ServicesDep, session: OptionalSession) -> CreatedStudy:
    """Delete a study; only its owner may."""
    check_rate(services.limits.edits, client_address(request))
    await services.studies.require(name, session, owner=True)
    await services.studies.delete(name)
    return CreatedStudy(id=name)


# Chapters.


@router.get("/studies/{name}/chapters/{chapter}", response_model=StudyChapter)
async def get_chapter(name: str, chapter: str, request: Request, services: ServicesDep) -> Response:
    """Return a chapter with its record."""
    check_rate(services.limits.reads, client_address(request))
    return json_response(request, dump_json(_chapter_data(*await services.studies.chapter(name, chapter))))


@router.post("/studies/{name}/chapters", status_code=201)
async def add_chapter(
    name: str, asked: ChapterRequest, request: Request, services: ServicesDep, session: OptionalSession
) -> SavedChange:
    """Add a chapter; sent again under the same id, it is added once."""
    await _check_edit(services, request, name, session)
    text = await _read(services, request, asked.text)
    await services.studies.add_chapter(name, asked.id, text, asked.after)
    return SavedChange(version=1)


@router.put("/studies/{name}/chapters/{chapter}", responses=_STALE)
async def change_chapter(
    name: str,
    chapter: str,
    asked: ChapterChange,
    request: Request,
    services: ServicesDep,
    session: OptionalSession,
) -> SavedChange:
    """Replace the record of a chapter; 409 with the present one if others have changed it since."""
    await _check_edit(services, request, name, session)
    text = await _read(services, request, asked.text)
    try:
        version = await services.studies.change_chapter(name, chapter, asked.version, text, asked.id)
    except StaleChange:
        raise await _stale(services, name, chapter) from None
    return SavedChange(version=version)


@router.delete("/studies/{name}/chapters/{chapter}", responses=_STALE)
async def delete_chapter(
    name: str, chapter: str, version: int, request: Request, services: ServicesDep, session: OptionalSession
) -> SavedChange:
    """Delete a chapter at a version; 409 with the present one if others have changed it since."""
    await _check_edit(services, request, name, session)
    try:
        await services.studies.delete_chapter(name, chapter, version)
    except StaleChange:
        raise await _stale(services, name, chapter) from None
    return SavedChange(version=version)


# Links that permit to edit. They stand in the fragment of an address, so no log has them.


@router.post("/studies/{name}/links", status_code=201)
async def create_study_link(name: str, request: Request, services: ServicesDep, session: OptionalSession) -> StudyLink:
    """Create a link that permits to edit; it is good for any number of people, until the owner ends all links."""
    check_rate(services.limits.links, client_address(request))
    await services.studies.require(name, session)
    token = new_token()
    await services.store.studies.add_link(name, digest(token))
    return StudyLink(token=token)


@router.delete("/studies/{name}/links")
async def end_study_links(name: str, request: Request, services: ServicesDep, session: OptionalSession) -> CreatedStudy:
    """End all links that permit to edit, and what they have permitted; only the owner may."""
    check_rate(services.limits.edits, client_address(request))
    await services.studies.require(name, session, owner=True)
    await services.studies.end_links(name)
    return CreatedStudy(id=name)


@router.post("/studies/{name}/editors")
async def join_study(
    name: str, asked: EditorRequest, request: Request, services: ServicesDep, session: Session
) -> CreatedStudy:
    """Let the session edit a study by the secret of a link."""
    check_rate(services.limits.guesses, client_address(request))
    linked = await services.store.studies.linked(digest(asked.token)) if is_token(asked.token) else None
    if linked is None or linked != name:
        raise Problem(403, message("study.link_ended"))
    await services.store.studies.add_editor(name, session)
    return CreatedStudy(id=name)


# The whole study.


@router.get("/studies/{name}/file", **text_route("text/plain"))
async def get_study_file(name: str, request: Request, services: ServicesDep) -> Response:
    """Return a study as a file of records, which `POST /studies` reads again."""
    client = client_address(request)
    check_rate(services.limits.downloads, client)
    study = await services.studies.find(name)
    records = await services.store.studies.records(study)
    cost = TEXT_COST * sum(map(len, records))
    text = await services.work.run(services.pools.short, client, cost, partial(write_study, study.title, records))
    return download(text, "text/plain; charset=utf-8", "study.txt")


def _outline(study: StoredStudy, rights: Rights) -> dict[str, Any]:
    """Return the outline of a study as data."""
    chapters = [
        {"id": each.id, "version": each.version, "title": each.title, "game": each.game, "task": each.task}
        for each in study.chapters
    ]
    return {
        "id": study.id,
        "title": study.title,
        "version": study.version,
        "rights": rights,
        "chapters": chapters,
    }


async def _check_edit(services: Services, request: Request, study: str, session: str | None) -> Rights:
    check_rate(services.limits.edits, client_address(request))
    return await services.studies.require(study, session)


async def _read(services: Services, request: Request, text: str) -> ChapterText:
    cost = TEXT_COST * len(text)
    return await services.work.run(services.pools.short, client_address(request), cost, partial(read_chapter, text))


async def _stale(services: Services, study: str, chapter: str) -> Problem:
    present = await services.studies.chapter(study, chapter)
    return Problem(409, message("study.stale"), chapter=_chapter_data(*present))


def _chapter_data(chapter: StoredChapter, record: str) -> dict[str, Any]:
    return {"id": chapter.id, "version": chapter.version, "record": json.loads(record)}
