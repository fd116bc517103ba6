import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/Badge'
import { ItemRow } from '../../ui/ItemRow'
import type { VerificationInfo } from './queries'
import { KIND, SHOWN, TONE } from './words'

type VerificationRowsProps = {
  verifications: readonly VerificationInfo[]
  /** Wraps words in a link to a verification. */
  verify: (kind: VerificationInfo['kind'], words: ReactNode) => ReactNode
}

/** The verifications by form and document, with their states. The contacts show theirs beside them. */
export function VerificationRows({ verifications, verify }: VerificationRowsProps) {
  const { i18n } = useLingui()
  const others = verifications.filter(({ kind }) => kind !== 'EMAIL' && kind !== 'PHONE')
  return (
    <ul className="divide-y divide-line">
      {others.map((one) => (
        <li key={one.kind}>
          <ItemRow
            title={i18n._(KIND[one.kind])}
            note={<VerificationBadge of={one} />}
            value={one.shown === 'verified' ? null : verify(one.kind, way(one))}
          />
        </li>
      ))}
    </ul>
  )
}

/** The state of a verification, including an expired one. */
export function VerificationBadge({ of: { shown, status } }: { of: Pick<VerificationInfo, 'shown' | 'status'> }) {
  const { i18n } = useLingui()
  if (status === 'EXPIRED') {
    return (
      <Badge tone="act">
        <Trans>Expired</Trans>
      </Badge>
    )
  }
  return <Badge tone={TONE[shown]}>{i18n._(SHOWN[shown])}</Badge>
}

/** The label of the link to a verification: whether there is something to do. */
const way = (one: VerificationInfo) => {
  if (!one.is_open) return <Trans>View</Trans>
  return one.status === 'EXPIRED' ? <Trans>Verify again</Trans> : <Trans>Verify</Trans>
}
