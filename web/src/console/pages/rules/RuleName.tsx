import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/Badge'
import { differences } from './changes'

type RuleNameProps = { was: unknown; now: unknown; children: ReactNode }

/** <RuleName was now>name</RuleName> — the name of a rule, and whether the draft changes it. */
export function RuleName({ was, now, children }: RuleNameProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="font-[580]">{children}</span>
      {differences(was, now) > 0 ? (
        <Badge tone="act">
          <Trans>Changed</Trans>
        </Badge>
      ) : null}
    </span>
  )
}
