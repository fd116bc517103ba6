import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { ItemRow } from '../../ui/ItemRow'
import type { UserInfo, VerificationInfo } from './queries'
import { KIND, SHOWN, TONE } from './words'

type ContactsCardProps = {
  user: UserInfo | undefined
  verifications: readonly VerificationInfo[] | undefined
  links: { email: ReactNode; phone: ReactNode }
}

/** The customer's contacts, and whether they are verified. */
export function ContactsCard({ user, verifications, links }: ContactsCardProps) {
  const { t, i18n } = useLingui()
  const titled = (kind: VerificationInfo['kind']) => {
    const shown = verifications?.find((one) => one.kind === kind)?.shown
    return (
      <span className="flex flex-wrap items-center gap-x-2">
        <span>{i18n._(KIND[kind])}</span>
        {shown ? <Badge tone={TONE[shown]}>{i18n._(SHOWN[shown])}</Badge> : null}
      </span>
    )
  }
  return (
    <Card tight title={<Trans>Contacts</Trans>}>
      <div className="divide-y divide-line">
        <ItemRow title={titled('EMAIL')} note={user?.email ?? '…'} value={links.email} />
        <ItemRow title={titled('PHONE')} note={user ? (user.phone ?? t`Not given yet`) : '…'} value={links.phone} />
      </div>
    </Card>
  )
}
