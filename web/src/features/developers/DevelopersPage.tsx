// Documentation of the public calculation API, with the legal acts behind the rates.

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { env } from '../../platform/env.ts'
import { anchors } from '../../shared/paths.ts'
import { examples, developers as texts } from '../../shared/texts/developers.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { JourneyLine, JourneySection } from '../../ui/journey/JourneySection.tsx'
import './developers.css'

/** The URL is not imported from calls.ts, so that the page does not load the code of all requests. */
const apiUrl = `${env.publicUrl}/api/calculator/v1/calculations`

/** `sources` is loaded when it comes into view, so the route passes it in. */
export function DevelopersPage({ sources }: { sources: ReactNode }) {
  return (
    <JourneyLine>
      <section className="page section developers-hero">
        <h1>{texts.title}</h1>
        <p className="lead">{texts.lead}</p>
      </section>
      <JourneySection id="key" title={texts.keyTitle}>
        <div className="prose">
          <p>
            {texts.key} <Link to={anchors.contactForm}>{texts.keyLink}</Link>
          </p>
          <p>{texts.keyHeader}</p>
        </div>
      </JourneySection>
      <JourneySection id="request" title={texts.requestTitle}>
        <p className="developers-address">
          <code>POST {apiUrl}</code>
        </p>
        <dl className="rows developers-fields">
          {texts.fields.map(({ name, text }) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd className="ink2">{text}</dd>
            </div>
          ))}
        </dl>
        <Code title={texts.curl} copy={texts.copyCurl} code={examples.curl(apiUrl)} />
        <Code
          title={texts.javascript}
          copy={texts.copyJavascript}
          code={examples.javascript(apiUrl)}
        />
      </JourneySection>
      <JourneySection id="answer" title={texts.answerTitle}>
        <p className="developers-text">{texts.answer}</p>
        <pre className="developers-code">
          <code>{examples.answer}</code>
        </pre>
      </JourneySection>
      <JourneySection id="limits" title={texts.limitsTitle}>
        <p className="developers-text">{texts.limits}</p>
      </JourneySection>
      <JourneySection id="errors" title={texts.errorsTitle}>
        <p className="developers-text">{texts.errorsNote}</p>
        <dl className="rows developers-fields">
          {texts.errors.map(({ status, code, text }) => (
            <div key={code}>
              <dt>
                {status} <code>{code}</code>
              </dt>
              <dd className="ink2">{text}</dd>
            </div>
          ))}
        </dl>
      </JourneySection>
      <JourneySection id="embed" title={texts.embedTitle}>
        <div className="prose">
          <p>{texts.embed}</p>
          <p>{texts.embedOptions}</p>
        </div>
        <Code title={texts.embedCode} copy={texts.copyEmbed} code={examples.embed(env.publicUrl)} />
      </JourneySection>
      <JourneySection id="sources" title={texts.sourcesTitle}>
        <p className="developers-text">{texts.sourcesNote}</p>
        {sources}
      </JourneySection>
    </JourneyLine>
  )
}

function Code({ title, copy, code }: { title: string; copy: string; code: string }) {
  return (
    <section className="developers-example" aria-label={title}>
      <div className="row-wrap developers-example-head">
        <h3>{title}</h3>
        <CopyButton text={code} label={copy} />
      </div>
      <pre className="developers-code">
        <code>{code}</code>
      </pre>
    </section>
  )
}
