// Documentation of the public calculation API, with the sources of its figures.

import { Link } from 'react-router'
import { calls } from '../../api/calls.ts'
import { useGetEditionsQuery } from '../../api/editions.ts'
import type { EditionsRead } from '../../api/wire/calculator.ts'
import { env } from '../../platform/env.ts'
import { anchors } from '../../shared/paths.ts'
import { QueryView } from '../../shared/QueryView.tsx'
import { examples, developers as texts } from '../../shared/texts/developers.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { JourneyLine, JourneySection } from '../../ui/journey/JourneySection.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Table } from '../../ui/Table.tsx'
import './developers.css'

const address = env.publicUrl + calls.publicCalculations

export function DevelopersPage() {
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
          <code>POST {address}</code>
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
        <Code title={texts.curl} copy={texts.copyCurl} code={examples.curl(address)} />
        <Code
          title={texts.javascript}
          copy={texts.copyJavascript}
          code={examples.javascript(address)}
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
        <Table
          label={texts.errorsTitle}
          columns={[
            { id: 'status', title: texts.status, cell: ({ status }) => status, num: true },
            { id: 'code', title: texts.code, cell: ({ code }) => <code>{code}</code> },
            { id: 'text', title: texts.meaning, cell: ({ text }) => text },
          ]}
          rows={texts.errors}
          rowId={({ code }) => code}
        />
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
        <Sources />
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

function Sources() {
  const query = useGetEditionsQuery()
  return (
    <QueryView query={query} errorTitle={texts.sourcesFailed} skeleton={<Skeleton height={220} />}>
      {(editions) => (
        <ul className="rows">
          {sourcesInForce(editions).map(({ act, article, inForce }) => (
            <li key={`${act} ${article}`}>
              {article ? `${act}, ${article}` : act}
              <span className="s ink2 developers-in-force">{inForce}</span>
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  )
}

/** Documents of the edition in force today; of the default one on a day without an edition. */
export function sourcesInForce({ editions, current, default: usual }: EditionsRead) {
  const shown = editions.find(({ id }) => id === (current ?? usual))
  return shown?.sources ?? []
}
