import { Trans } from '@lingui/react/macro'
import { Badge } from '../../../ui/Badge'
import type { RulesVersion } from '../../api/rules'

/** Whether a version is in force; nothing for a past one. */
export function VersionBadge({ state }: Pick<RulesVersion, 'state'>) {
  if (state === 'in_force')
    return (
      <Badge tone="ok">
        <Trans>In force</Trans>
      </Badge>
    )
  if (state === 'scheduled')
    return (
      <Badge tone="wait">
        <Trans>Scheduled</Trans>
      </Badge>
    )
  return null
}
