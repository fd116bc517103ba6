import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { auth } from '../../api/auth'
import { errorText } from '../../api/problemText'
import type { components } from '../../api/schema.gen'
import { dayText } from '../../i18n/format'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { PlainText } from '../../ui/PlainText'
import { SkeletonRows } from '../../ui/Skeleton'
import { ErrorState } from '../../ui/States'

/** The terms in force, their version, and the date of acceptance. `back` links to the profile page. */
export default function TermsPage({ back }: { back: ReactNode }) {
  return (
    <Page title={<Trans>Terms of use</Trans>} back={back} narrow>
      <Terms />
    </Page>
  )
}

function Terms() {
  const { i18n } = useLingui()
  const terms = useQuery({ queryKey: ['terms', i18n.locale], queryFn: ({ signal }) => auth.terms(signal) })
  if (terms.isError) {
    return (
      <Card>
        <ErrorState onRetry={() => void terms.refetch()}>{errorText(terms.error)}</ErrorState>
      </Card>
    )
  }
  if (!terms.data) return <SkeletonRows count={6} />
  const { text, version, url, last_terms_accepted_at: at } = terms.data
  if (version === 0) {
    return (
      <Card>
        <p>
          <Trans>There are no terms here.</Trans>
        </p>
      </Card>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card>
        <p className="mb-4 text-muted">
          {at ? (
            <Trans>
              Version {version}. You accepted it on {dayText(at, i18n.locale, new Date())}.
            </Trans>
          ) : (
            <Trans>Version {version}.</Trans>
          )}
        </p>
        <PlainText text={text} />
        {url ? (
          <p className="mt-4">
            <a className="break-all font-semibold text-brand underline" href={url} rel="noreferrer">
              {url}
            </a>
          </p>
        ) : null}
      </Card>
      <AcceptedCard accepted={terms.data.accepted} />
    </div>
  )
}

type Accepted = components['schemas']['TermsInfo']['accepted']

/** All accepted versions with dates. A single version is already shown above. */
function AcceptedCard({ accepted }: { accepted: Accepted }) {
  const { i18n } = useLingui()
  if (accepted.length < 2) return null
  return (
    <Card title={<Trans>What you accepted</Trans>}>
      <ul className="divide-y divide-line">
        {accepted.map(({ version, title, accepted_at: at }) => (
          <li key={version} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-3">
            <span className="wrap-anywhere">
              <Trans>
                {title}, version {version}
              </Trans>
            </span>
            <span className="text-muted">{dayText(at, i18n.locale, new Date())}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
