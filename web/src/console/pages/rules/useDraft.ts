import { useState } from 'react'
import type { Rules, RulesInfo } from '../../api/rules'
import { countChanges } from './changes'

export type Change = (part: Partial<Rules>) => void

/** What a section of the page gets. Without `onChange` it can only be read. */
export type SectionProps = { rules: Rules; was: Rules; onChange: Change | undefined }

export type Draft = {
  /** The version that the edits began with. */
  from: RulesInfo
  rules: Rules
  changes: number
  change: Change
  discard: () => void
}

/** The edits of the operator. A newer version does not replace them: the server refuses them, and says so. */
export function useDraft(loaded: RulesInfo): Draft {
  const [edited, setEdited] = useState<Pick<Draft, 'from' | 'rules'>>()
  const { from, rules } = edited ?? { from: loaded, rules: loaded.rules }
  return {
    from,
    rules,
    changes: countChanges(from.rules, rules),
    change: (part) => {
      const next = { ...rules, ...part }
      setEdited(countChanges(from.rules, next) > 0 ? { from, rules: next } : undefined)
    },
    discard: () => setEdited(undefined),
  }
}
