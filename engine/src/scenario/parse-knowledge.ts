/** The knowledge of a profile: short forms written out, defaults filled in. Names in it are checked later (parse-signs.ts). */
import { USUAL_KNOWING } from '../knowledge/knowledge.ts';
import type { ScenarioKnowledge } from './scenario.ts';
import type { ScenarioFile } from './schema.ts';

type KnowledgeFile = NonNullable<NonNullable<ScenarioFile['profiles']>[string]['knowledge']>;

/** @param base what the profile starts from says */
export function readKnowledge(file: KnowledgeFile, base: ScenarioKnowledge | undefined): ScenarioKnowledge {
  const usual: ScenarioKnowledge = base ?? { ...USUAL_KNOWING, start: 'nothing' };
  if (typeof file === 'string') return { ...usual, start: file };
  const said = Object.fromEntries(Object.entries(file).filter(([, value]) => value !== undefined));
  return { ...usual, ...(said as Partial<ScenarioKnowledge>) };
}
