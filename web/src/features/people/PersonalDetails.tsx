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

/** What is done where; who somebody is and where they live is said in the form above. */
const DONE_BY: Record<VerificationStep, VerificationInfo['kind']> = {
  personal_data: 'DECLARED_ADDRESS',
  declared_address: 'DECLARED_ADDRESS',
  phone: 'PHONE',
  identity: 'IDENTITY',
  address: 'ADDRESS',
  source_of_funds: 'SOURCE_OF_FUNDS',
}

/** Where the form of this page stands, for a link to it. */
export const ABOUT_YOU = 'about-you'

type PersonalDetailsProps = {
  /** Links to the pages that change one thing. */
  links: { email: ReactNode; phone: ReactNode; verify: (kind: VerificationInfo['kind'], words: ReactNode) => ReactNode }
  /** What stands below: addresses that the person has told of. */
  wallets: ReactNode
  onForbidden: () => void
}

/** Everything that a person has said of themselves, how it is verified, and what they may exchange for it. */
export function PersonalDetails({ links, wallets, onForbidden }: PersonalDetailsProps) {
  const { t, i18n } = useLingui()
  const user = useQuery(userQuery)
  const verifications = useQuery(verificationsQuery)
  const identity = verifications.data?.find((one) => one.kind === 'IDENTITY')
  const proved = identity && !identity.is_open && identity.shown !== 'rejected'
  // What a code has proved stands beside it.
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

/** How it stands, in the person's words; what was verified once and has run out says so. */
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

/** A question without an answer: nothing is known, or what is shown may be old. */
function Failed({ query: { data, error, refetch } }: { query: Asked }) {
  const again = () => void refetch()
  if (data !== undefined) return <StaleNote onRetry={again} />
  return <ErrorState onRetry={again}>{errorText(error)}</ErrorState>
}

/** What the link to a verification says: there is something to do, or only to read. */
const way = (one: VerificationInfo) => {
  if (!one.is_open) return <Trans>View</Trans>
  return one.status === 'EXPIRED' ? <Trans>Verify again</Trans> : <Trans>Verify</Trans>
}
