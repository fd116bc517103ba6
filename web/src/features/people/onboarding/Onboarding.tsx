import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { errorText } from '../../../api/problemText'
import { Card } from '../../../ui/Card'
import { Page } from '../../../ui/Page'
import { SkeletonRows } from '../../../ui/Skeleton'
import { ErrorState } from '../../../ui/States'
import { HOME, PERSONAL } from '../details'
import { userQuery, verificationsQuery } from '../queries'
import { Issue } from './Issue'
import { OnboardingProgress } from './OnboardingProgress'
import { Stub } from './Stub'
import type { OnboardingFacts, OnboardingPage, OnboardingPlace } from './steps'

/* Each page needs one of these; documents are the last step. */
const DetailsForm = lazy(async () => ({ default: (await import('../DetailsForm')).DetailsForm }))
const EmailContact = lazy(async () => ({ default: (await import('../contacts')).EmailContact }))
const PhoneContact = lazy(async () => ({ default: (await import('../contacts')).PhoneContact }))
const Documents = lazy(() => import('../documents/Documents').then((module) => ({ default: module.Documents })))

type OnboardingProps = {
  place: OnboardingPlace
  link: (page: OnboardingPage, words: ReactNode, look: 'primary' | 'text' | 'quiet') => ReactNode
  leave: ReactNode
  support: ReactNode
  mailbox: (to: string) => ReactNode
  /** A step was completed: back to the progress page. */
  onDone: () => void
  onForbidden: () => void
}

/** The pages below /onboarding, which reuse the components of the other verification pages. */
export function Onboarding(props: OnboardingProps) {
  const { place, link } = props
  const user = useQuery(userQuery)
  const verifications = useQuery(verificationsQuery)
  const failed = [user, verifications].find((query) => query.isError && !query.data)
  const facts = user.data && verifications.data ? { user: user.data, verifications: verifications.data } : undefined
  return (
    <Page title={<Title page={place.page} />} narrow>
      {failed ? (
        <ErrorState onRetry={() => void failed.refetch()}>{errorText(failed.error)}</ErrorState>
      ) : facts ? (
        <div className="grid gap-3">
          <Body {...props} facts={facts} />
          {place.page === 'progress' ? null : link('progress', <Trans>All steps</Trans>, 'quiet')}
        </div>
      ) : (
        <SkeletonRows count={4} />
      )}
    </Page>
  )
}

function Body(props: OnboardingProps & { facts: OnboardingFacts }) {
  const { place, facts, link, leave, support } = props
  switch (place.page) {
    case 'progress':
      return <OnboardingProgress type={place.type} facts={facts} link={link} leave={leave} />
    case 'issue':
      return <Issue facts={facts} link={link} support={support} />
    default:
      return (
        <Card>
          <Suspense fallback={<SkeletonRows count={4} />}>
            <Step {...props} />
          </Suspense>
        </Card>
      )
  }
}

function Step({
  place,
  facts,
  link,
  support,
  mailbox,
  onDone,
  onForbidden,
}: OnboardingProps & { facts: OnboardingFacts }) {
  const identity = facts.verifications.find((one) => one.kind === 'IDENTITY')
  const proved = identity && !identity.is_open && identity.shown !== 'rejected'
  const form = { user: facts.user, onSaved: onDone, onForbidden, fixed: proved ? PERSONAL : [] }
  switch (place.page) {
    case 'phone':
      return <PhoneContact forbidden={place.forbidden} mailbox={mailbox} onDone={onDone} />
    case 'phone-messenger':
      return <PhoneContact by="messenger" mailbox={mailbox} onDone={onDone} />
    case 'email':
      return <EmailContact mailbox={mailbox} onDone={onDone} />
    case 'resedency':
      return <DetailsForm key="resedency" {...form} fields={['residence']} />
    case 'identity-form':
      return <DetailsForm key="form" {...form} fields={[...PERSONAL, ...HOME]} />
    case 'identity-stub':
      return <Stub begin={(words) => link('identity', words, 'primary')} />
    case 'identity':
      return <Documents of="identity" support={support} onForbidden={onForbidden} />
    default:
      return null
  }
}

function Title({ page }: { page: OnboardingPage }) {
  switch (page) {
    case 'progress':
      return <Trans>Your first steps</Trans>
    case 'issue':
      return <Trans>What needs your attention</Trans>
    case 'email':
      return <Trans>Change email</Trans>
    case 'phone':
    case 'phone-messenger':
      return <Trans>Confirm your phone</Trans>
    case 'resedency':
      return <Trans>Where you live</Trans>
    case 'identity-form':
      return <Trans>Tell us who you are</Trans>
    case 'identity-stub':
    case 'identity':
      return <Trans>Show a document</Trans>
  }
}
