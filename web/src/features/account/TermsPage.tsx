import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { auth } from '../../api/auth'
import { errorText } from '../../api/problemText'
import { dayText } from '../../i18n/format'
import { Card } from '../../ui/Card'
import { PlainText } from '../../ui/PlainText'
import { SkeletonRows } from '../../ui/Skeleton'
import { ErrorState } from '../../ui/States'

/** What the person has agreed to, to be read again: the text in force, its version, and when they accepted it. */
export function TermsPage() {
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
  )
}
