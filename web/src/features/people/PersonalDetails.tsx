import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../api/problemText'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { ItemRow } from '../../ui/ItemRow'
import { Page } from '../../ui/Page'
import { SkeletonRows } from '../../ui/Skeleton'
import { StaleNote } from '../../ui/StaleNote'
import { ErrorState } from '../../ui/States'
import { notify } from '../../ui/toast'
import { ContactsCard } from './ContactsCard'
import { DetailsForm } from './DetailsForm'
import { HOME, PERSONAL } from './details'
import { LimitsCard } from './LimitsCard'
import { userQuery, type VerificationInfo, type VerificationStep, verificationsQuery } from './queries'
import { KIND, SHOWN, STEP, TONE } from './words'

/** The verification that completes each step. The form above covers personal data and residence. */
const DONE_BY: Record<VerificationStep, VerificationInfo['kind']> = {
  personal_data: 'DECLARED_ADDRESS',
  declared_address: 'DECLARED_ADDRESS',
  phone: 'PHONE',
  identity: 'IDENTITY',
  address: 'ADDRESS',
  source_of_funds: 'SOURCE_OF_FUNDS',
}

/** The id of this page's form, for links to it. */
export const ABOUT_YOU = 'about-you'

type PersonalDetailsProps = {
  /** Links to the pages for a single change. */
  links: { email: ReactNode; phone: ReactNode; verify: (kind: VerificationInfo['kind'], words: ReactNode) => ReactNode }
  /** The declared wallets, below the rest. */
  wallets: ReactNode
  onForbidden: () => void
}

/** All data of the customer, its verification, and the resulting limits. */
export function PersonalDetails({ links, wallets, onForbidden }: PersonalDetailsProps) {
  const { t, i18n } = useLingui()
  const user = useQuery(userQuery)
  const verifications = useQuery(verificationsQuery)
  const identity = verifications.data?.find((one) => one.kind === 'IDENTITY')
  const proved = identity && !identity.is_open && identity.shown !== 'rejected'
  // The fields verified by a code show that.
  const others = verifications.data?.filter(({ kind }) => kind !== 'EMAIL' && kind !== 'PHONE')
  if (user.isError && !user.data) {
    return <Failed query={user} />
  }
  return (
    <Page title={<Trans>Personal details</Trans>} narrow>
      <div className="grid gap-5">
        {user.isError ? <StaleNote onRetry={() => void user.refetch()} /> : null}
        <ContactsCard user={user.data} verifications={verifications.data} links={links} />
        <Card
          title={
            <span id={ABOUT_YOU} tabIndex={-1}>
              <Trans>About you</Trans>
            </span>
          }
        >
          {user.data && verifications.data ? (
            <DetailsForm
              key={proved ? 'proved' : 'open'}
              user={user.data}
              fields={[...PERSONAL, ...HOME]}
              fixed={proved ? PERSONAL : []}
              onSaved={() => notify.success(t`Saved`)}
              onForbidden={onForbidden}
            />
          ) : verifications.isError ? (
            <Failed query={verifications} />
          ) : (
            <SkeletonRows count={5} />
          )}
        </Card>
        <Card tight title={<Trans>Verification</Trans>}>
          {verifications.isPending ? <SkeletonRows count={2} /> : null}
          {verifications.isError ? <Failed query={verifications} /> : null}
          <ul className="divide-y divide-line">
            {others?.map((one) => (
              <li key={one.kind}>
                <ItemRow
                  title={i18n._(KIND[one.kind])}
                  note={<Standing of={one} />}
                  value={one.shown === 'verified' ? null : links.verify(one.kind, way(one))}
                />
              </li>
            ))}
          </ul>
        </Card>
        <LimitsCard way={(step) => links.verify(DONE_BY[step], i18n._(STEP[step]))} />
        {wallets}
      </div>
    </Page>
  )
}

/** The state of a verification, including an expired one. */
function Standing({ of: { shown, status } }: { of: VerificationInfo }) {
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

type Asked = { data: unknown; error: unknown; refetch: () => unknown }

/** A failed query: an error without data, or a note that the data may be stale. */
function Failed({ query: { data, error, refetch } }: { query: Asked }) {
  const again = () => void refetch()
  if (data !== undefined) return <StaleNote onRetry={again} />
  return <ErrorState onRetry={again}>{errorText(error)}</ErrorState>
}

/** The label of the link to a verification: whether there is something to do. */
const way = (one: VerificationInfo) => {
  if (!one.is_open) return <Trans>View</Trans>
  return one.status === 'EXPIRED' ? <Trans>Verify again</Trans> : <Trans>Verify</Trans>
}
