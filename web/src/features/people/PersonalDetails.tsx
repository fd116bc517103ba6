import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { errorText } from '../../api/problemText'
import { Loaded } from '../../domain/QueryCard'
import { Card } from '../../ui/Card'
import { Columns } from '../../ui/Columns'
import { Page } from '../../ui/Page'
import { SkeletonRows } from '../../ui/Skeleton'
import { StaleNote } from '../../ui/StaleNote'
import { ErrorState } from '../../ui/States'
import { notify } from '../../ui/toast'
import { ContactsCard } from './ContactsCard'
import { DetailsForm } from './DetailsForm'
import { HOME, PERSONAL } from './details'
import { userQuery, type VerificationInfo, verificationsQuery } from './queries'
import { VerificationRows } from './VerificationRows'

// Few addresses bounce.
const MailBounced = lazy(() => import('./mail/MailBounced'))

/** The id of this page's form, for links to it. */
export const ABOUT_YOU = 'about-you'

type PersonalDetailsProps = {
  back: ReactNode
  /** Links to the pages for a single change. */
  links: { email: ReactNode; phone: ReactNode; verify: (kind: VerificationInfo['kind'], words: ReactNode) => ReactNode }
  /** The declared wallets, below the rest. */
  wallets: ReactNode
  onForbidden: () => void
}

/** All data of the customer, and its verification. */
export function PersonalDetails({ back, links, wallets, onForbidden }: PersonalDetailsProps) {
  const { t } = useLingui()
  const user = useQuery(userQuery)
  const verifications = useQuery(verificationsQuery)
  const identity = verifications.data?.find((one) => one.kind === 'IDENTITY')
  const proved = identity && !identity.is_open && identity.shown !== 'rejected'
  if (user.isError && !user.data) {
    return <Failed query={user} />
  }
  return (
    <Page title={<Trans>Personal details</Trans>} back={back}>
      <Columns
        side={
          <>
            <Card tight title={<Trans>Verification</Trans>}>
              <Loaded asked={verifications} rows={2}>
                {(all) => <VerificationRows verifications={all} verify={links.verify} />}
              </Loaded>
            </Card>
            {wallets}
          </>
        }
      >
        {user.isError ? <StaleNote onRetry={() => void user.refetch()} /> : null}
        {user.data?.email_bounced ? (
          <Suspense fallback={null}>
            <MailBounced />
          </Suspense>
        ) : null}
        <ContactsCard user={user.data} verifications={verifications.data} links={links} />
        <Card
          title={
            <span id={ABOUT_YOU} ref={focusIfAsked} tabIndex={-1}>
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
      </Columns>
    </Page>
  )
}

/** Moves the focus to the form for a link that names it. The page's heading then does not take it. */
function focusIfAsked(heading: HTMLElement | null) {
  if (location.hash === `#${ABOUT_YOU}`) heading?.focus()
}

type Asked = { data: unknown; error: unknown; refetch: () => unknown }

/** A failed query: an error without data, or a note that the data may be stale. */
function Failed({ query: { data, error, refetch } }: { query: Asked }) {
  const again = () => void refetch()
  if (data !== undefined) return <StaleNote onRetry={again} />
  return <ErrorState onRetry={again}>{errorText(error)}</ErrorState>
}
