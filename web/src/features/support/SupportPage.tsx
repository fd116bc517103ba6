import { Trans } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense } from 'react'
import { Page } from '../../ui/Page'
import { Skeleton } from '../../ui/Skeleton'
import { HelpArticle } from './HelpArticle'
import { HelpHome } from './HelpHome'
import type { SupportPlace, SupportSearch } from './place'
import type { Context } from './queries'

const ThreadView = lazy(async () => ({ default: (await import('./ThreadView')).ThreadView }))
const WriteForm = lazy(async () => ({ default: (await import('./WriteForm')).WriteForm }))

/** Wraps words in a link to another page of support. */
export type SupportLink = (to: SupportSearch, dress: string, words: ReactNode) => ReactNode

export type SupportPageProps = {
  /** The tenant's name. */
  name: string
  /** The tenant's support address, if it publishes one. */
  mail: string | undefined
  place: SupportPlace
  /** The order from which the customer opened this page. */
  order: { reference?: string; id?: string }
  /** The email address of a signed-in customer. */
  person: string | undefined
  /** Where the customer was. */
  context: Context
  link: SupportLink
  /** Leads to another page of support. */
  go: (to: SupportSearch) => void
  /** The link to the first page of support. */
  back: ReactNode
  /** The link to the sign-in. */
  signIn: ReactNode
}

/** /support: help to search, conversations, and the forms to write. */
export function SupportPage(props: SupportPageProps) {
  const { place, back, person } = props
  switch (place.page) {
    case 'home':
      return (
        <Page title={<Trans>Support</Trans>}>
          <HelpHome {...props} />
        </Page>
      )
    case 'help':
      return <HelpArticle {...props} slug={place.slug} />
    case 'write':
      return (
        <Page
          title={place.isComplaint ? <Trans>Make a complaint</Trans> : <Trans>Write to support</Trans>}
          back={back}
          narrow
        >
          {person ? (
            <Suspense fallback={<Skeleton className="h-64" />}>
              <WriteForm {...props} isComplaint={place.isComplaint} />
            </Suspense>
          ) : (
            <Stranger {...props} />
          )}
        </Page>
      )
    case 'talk':
      if (!person)
        return (
          <Page title={<Trans>Support</Trans>} back={back} narrow>
            <Stranger {...props} />
          </Page>
        )
      return (
        <Suspense fallback={<Skeleton className="h-64" />}>
          <ThreadView id={place.id} back={back} company={props.name} />
        </Suspense>
      )
  }
}

/** Who is not signed in signs in first, or writes an email. */
function Stranger({ signIn, mail, name }: SupportPageProps) {
  return (
    <div className="grid gap-4">
      <p>
        <Trans>Sign in to write to support: then we know your orders, and only you can read the answer.</Trans>
      </p>
      {signIn}
      {mail ? (
        <p className="text-muted">
          <Trans>
            If you cannot sign in, write to{' '}
            <a
              className="font-semibold text-brand wrap-anywhere"
              href={`mailto:${encodeURIComponent(mail).replace('%40', '@')}`}
            >
              {mail}
            </a>
            .
          </Trans>
        </p>
      ) : (
        <p className="text-muted">
          <Trans>If you cannot sign in, ask the company or person you know {name} from.</Trans>
        </p>
      )}
    </div>
  )
}
