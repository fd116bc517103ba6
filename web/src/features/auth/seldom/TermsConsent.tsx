import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { auth } from '../../../api/auth'
import { errorText } from '../../../api/problemText'
import { consented, signOut } from '../../../api/session'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Notice } from '../../../ui/Notice'
import { Skeleton } from '../../../ui/Skeleton'
import { ErrorState } from '../../../ui/States'
import { PlainText } from '../../../ui/PlainText'

type TermsConsentProps = {
  /** Whether this user accepted terms for the first time. */
  onAccepted: (isNewcomer: boolean) => void
  onLeft: () => void
}

/** The terms in force, and their acceptance, which completes the session. */
export function TermsConsent({ onAccepted, onLeft }: TermsConsentProps) {
  const { i18n } = useLingui()
  // The text is in the page's language, so a change of language refetches it.
  const terms = useQuery({ queryKey: ['terms', i18n.locale], queryFn: ({ signal }) => auth.terms(signal) })
  const [agreed, setAgreed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const accept = async (version: number) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await auth.acceptTerms(version)
      await consented()
      onAccepted(terms.data?.last_terms_accepted_at === undefined)
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  const leave = async () => {
    await signOut()
    onLeft()
  }
  if (terms.isError) {
    return (
      <Card>
        <ErrorState onRetry={() => void terms.refetch()}>{errorText(terms.error)}</ErrorState>
      </Card>
    )
  }
  const text = terms.data
  return (
    <Card>
      <h1 tabIndex={-1}>{text?.title ?? <Trans>Terms of use</Trans>}</h1>
      {text ? (
        // The text scrolls by keyboard too, hence the tab stop.
        <section
          aria-label={text.title}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          className="my-4 max-h-[44dvh] overflow-y-auto rounded-m bg-sunken p-4 text-[14px]"
        >
          <PlainText text={text.text} />
        </section>
      ) : (
        <div aria-busy="true" className="my-4 grid gap-3">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
      <div className="grid gap-3">
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-brand"
            checked={agreed}
            onChange={(event) => setAgreed(event.target.checked)}
          />
          <Trans>I have read the terms and agree to them</Trans>
        </label>
        {problem ? <Notice tone="bad">{errorText(problem)}</Notice> : null}
        <Button
          busy={busy}
          disabled={!text}
          disabledReason={agreed ? undefined : <Trans>Agree to the terms to continue</Trans>}
          onClick={() => (text ? void accept(text.version) : undefined)}
        >
          <Trans>Continue</Trans>
        </Button>
        <Button variant="quiet" onClick={() => void leave()}>
          <Trans>Sign out</Trans>
        </Button>
      </div>
    </Card>
  )
}
