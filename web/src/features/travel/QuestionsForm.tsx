import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { isApiError } from '../../api/problem'
import { errorText } from '../../api/problemText'
import type { TravelNeed } from '../../flow/travel'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { Segmented } from '../../ui/Segmented'
import { TextField } from '../../ui/TextField'
import { declaration, EMPTY, type Said } from './answers'
import { BeneficiaryFields, type CountrySlot, type Wrong } from './BeneficiaryFields'
import { declareWallet, type Wallet, walletsQuery } from './queries'
import { SERVICES } from './services'

type QuestionsFormProps = {
  need: TravelNeed
  country: CountrySlot
  onDirty: () => void
  onSaved: (wallet: Wallet) => void
}

/** Whose wallet it is and who keeps its keys; names only where the rule asks for them. */
export function QuestionsForm({ need, country, onDirty, onSaved }: QuestionsFormProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const list = useId()
  const [said, setSaid] = useState<Said>(EMPTY)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const say = (more: Partial<Said>) => {
    setSaid({ ...said, ...more })
    setProblem(undefined)
    onDirty()
  }
  const body = declaration(need, said)
  const save = async () => {
    if (busy || !body) return
    setBusy(true)
    setProblem(undefined)
    try {
      const wallet = await declareWallet(body)
      void queries.invalidateQueries({ queryKey: walletsQuery.queryKey })
      onSaved(wallet)
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  const isWrong = (pointer: string) => isApiError(problem) && problem.fieldCode(pointer) !== undefined
  const wrongService = isWrong('/service')
  const wrong: Wrong = {
    name: isWrong('/beneficiary/name'),
    country: isWrong('/beneficiary/country'),
    companyId: isWrong('/beneficiary/company_id/value'),
  }
  const isShown = wrongService || Object.values(wrong).some(Boolean)
  return (
    <form
      className="grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <p className="text-muted">
        <Trans>
          For this amount the law asks us to know whose wallet coins go to. You are asked once for each address.
        </Trans>
      </p>
      <Question words={t`Whose wallet is it?`}>
        <Segmented
          label={t`Whose wallet is it?`}
          value={said.owner}
          onChange={(owner) => say({ owner })}
          options={[
            { value: 'own', label: t`Mine` },
            { value: 'other', label: t`Somebody else’s` },
          ]}
        />
      </Question>
      <Question
        words={t`Who keeps its keys?`}
        note={
          said.holding === 'service' ? (
            <Trans>A company where people have an account, such as an exchange.</Trans>
          ) : said.holding === 'self_hosted' ? (
            <Trans>A wallet with a recovery phrase or a device of one’s own.</Trans>
          ) : null
        }
      >
        <Segmented
          label={t`Who keeps its keys?`}
          value={said.holding}
          onChange={(holding) => say({ holding })}
          options={[
            { value: 'service', label: t`A service` },
            { value: 'self_hosted', label: t`Its owner` },
          ]}
        />
      </Question>
      {said.holding === 'service' ? (
        <>
          <TextField
            label={t`Name of the service`}
            value={said.service}
            onChange={(service) => say({ service })}
            list={list}
            maxLength={100}
            autoComplete="off"
            error={wrongService ? t`Enter a name of 2 to 100 characters` : undefined}
          />
          <datalist id={list}>
            {SERVICES.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      ) : null}
      {said.owner === 'other' ? <BeneficiaryFields said={said} say={say} wrong={wrong} country={country} /> : null}
      {problem && !isShown ? <Notice tone="bad">{errorText(problem)}</Notice> : null}
      <Button type="submit" busy={busy} disabledReason={body ? undefined : t`Answer each question first`}>
        <Trans>Go on</Trans>
      </Button>
    </form>
  )
}

/** The question in sight; those who listen hear it as the group's own name. */
function Question({ words, note, children }: { words: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <span className="font-medium" aria-hidden="true">
        {words}
      </span>
      {children}
      {note ? <p className="text-[13px] text-muted">{note}</p> : null}
    </div>
  )
}
