"""The tracks, by name. A new track is one file here and one line below."""

from __future__ import annotations

from ..conditions import Track
from . import (
    asof_en_icews14,
    chains,
    conflict_pairs,
    conflicts,
    consolidated,
    consolidated_poison,
    false_contests,
    having,
    hermes,
    importing,
    mem_retrieval_small,
    persona_relations,
    personas,
    profile_costs,
    rel_kg,
    relation_costs,
    ret_en_locomo,
    ret_xling_xquad,
    ret_zh_memdaily,
    roles,
    rumours,
    scan_speed,
    speed,
    wordings,
)

TRACKS: dict[str, Track] = {
    "ret_en_locomo": ret_en_locomo.TRACK,
    "ret_en_locomo_shared": ret_en_locomo.SHARED,
    "ret_zh_memdaily": ret_zh_memdaily.TRACK,
    "ret_xling_xquad": ret_xling_xquad.TRACK,
    "mem_retrieval_small": mem_retrieval_small.TRACK,
    "personas_en": personas.track("en"),
    "personas_zh": personas.track("zh"),
    "persona_relations_en": persona_relations.track("en"),
    "persona_relations_zh": persona_relations.track("zh"),
    "asof_en_icews14": asof_en_icews14.TRACK,
    "conflict_en_mquake": conflicts.track("conflict_en_mquake.jsonl", "English facts that change, and late rumours"),
    "conflict_zh_kdconv": conflicts.track("conflict_zh_kdconv.jsonl", "Chinese facts that change, and late rumours"),
    "conflict_pairs": conflict_pairs.TRACK,
    "false_contests": false_contests.TRACK,
    "rumours": rumours.TRACK,
    "consolidated_en_mquake": consolidated.conflicts(
        "conflict_en_mquake.jsonl", "English facts told as text, tidied by a model that reads their slots"
    ),
    "consolidated_zh_kdconv": consolidated.conflicts(
        "conflict_zh_kdconv.jsonl", "Chinese facts told as text, tidied by a model that reads their slots"
    ),
    "consolidated_personas_en": consolidated.personas("en"),
    "consolidated_personas_zh": consolidated.personas("zh"),
    "consolidated_poison": consolidated_poison.TRACK,
    "rel_zh_2hop": chains.TWO_HOPS,
    "four_hops": chains.FOUR_HOPS,
    "rel_kg_umls": rel_kg.track("umls"),
    "rel_kg_nations": rel_kg.track("nations"),
    "having": having.TRACK,
    "role_swap": roles.TRACK,
    "slots_other_words": wordings.TRACK,
    "hermes": hermes.TRACK,
    "profile_costs": profile_costs.TRACK,
    "relation_costs": relation_costs.TRACK,
    "speed": speed.TRACK,
    "scan_speed": scan_speed.TRACK,
    "import": importing.TRACK,
}
