import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorText } from '../../../api/problemText'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { Select } from '../../../ui/Select'
import { CountrySelect } from '../CountrySelect'
import { chosen, isThere, KINDS, pagesOf, partsOf } from './needed'
import { PhoneOffer } from './PhoneOffer'
import { PictureField } from './PictureField'
import { type DocumentsInfo, type Proof, useSubmit } from './queries'
import { OnceMore } from './OnceMore'
import { DOCUMENT } from './words'

type HandInProps = { of: Proof; info: DocumentsInfo; residence: string | undefined }

/** The kind of document, its pictures, and the submit button. */
export function HandIn({ of, info, residence }: HandInProps) {
  const { t, i18n } = useLingui()
  // Without a choice on this page, follows the uploaded pictures, which may come from the customer's phone.
  const [picked, setChoice] = useState<ReturnType<typeof chosen>>()
  const choice = picked ?? chosen(info, residence)
  const submit = useSubmit(of)
  const { document, country } = choice
  const parts = partsOf(of, document)
  const ready = parts.every((part) => isThere(info, part, document, country)) && info.missing.length === 0
  return (
    <div className="grid gap-4">
      {info.verification.reasons.length > 0 ? <OnceMore verification={info.verification} /> : null}
      <PhoneOffer of={of} />
      {of === 'identity' ? (
        <>
          <Select
            label={t`Document`}
            value={document}
            onChange={(kind) => setChoice({ country, document: KINDS.find((one) => one === kind) ?? 'passport' })}
          >
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {i18n._(DOCUMENT[kind])}
              </option>
            ))}
          </Select>
          <CountrySelect
            label={t`Country that issued it`}
            value={country}
            onChange={(code) => setChoice({ document, country: code })}
          />
        </>
      ) : null}
      {of === 'address' || country ? (
        parts.map((part) => (
          <PictureField
            key={`${part} ${document} ${country}`}
            of={of}
            part={part}
            document={document}
            country={country}
            there={isThere(info, part, document, country)}
            pages={pagesOf(info, part)}
          />
        ))
      ) : (
        <Notice>
          <Trans>Choose the country first.</Trans>
        </Notice>
      )}
      {submit.isError ? <Notice tone="bad">{errorText(submit.error)}</Notice> : null}
      <Button
        busy={submit.isPending}
        disabledReason={ready ? undefined : <Trans>Add every picture first</Trans>}
        onClick={() => submit.mutate()}
      >
        <Trans>Submit</Trans>
      </Button>
      <p className="text-center text-[13px] text-muted">
        <Trans>Your pictures are kept encrypted and seen only by those who check them.</Trans>
      </p>
    </div>
  )
}
