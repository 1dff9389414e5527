import { heading } from '../../messages/t';
import { nameOf, type RecordType } from '../../settings/record-types';
import type { Answer } from '../answers';
import type { DescribeContext } from '../context';
import type { DescribedResource } from '../described-resource';
import { headOf } from '../head';
import { routeIndex } from '../route-index';
import { answered } from './answers';
import { exampleChanges } from './changes';
import { exampleFeedKeys, exampleFeeds } from './feeds';
import { asForm, changes, exampleRecords, newRecords } from './records';
import { refusalBody, refusalExample } from './refusals';

type Example = [name: string, value: object];

/** Examples as bodies refer to them: shown as → named. */
export const exampleRefs = (names: [shown: string, name: string][]) =>
  Object.fromEntries(
    names.map(([shown, name]) => [shown, { $ref: `#/components/examples/${name}` }]),
  );

/** The examples of a write's bodies; only an event holds what a form writes in another way. */
export function requestExamples(type: RecordType, creating: boolean) {
  const name = creating ? `New${nameOf(type)}` : `${nameOf(type)}Change`;
  const inForm = creating && type === 'event' ? `${name}Form` : name;
  return { json: exampleRefs([[name, name]]), form: exampleRefs([[inForm, inForm]]) };
}

function requests({ type }: DescribedResource, { language }: DescribeContext): Example[] {
  const sent = newRecords(language)[type];
  const name = nameOf(type);
  return [
    [`New${name}`, sent],
    ...(type === 'event' ? [[`New${name}Form`, asForm(sent)] as Example] : []),
    [`${name}Change`, changes(language)[type]],
  ];
}

/** The refusals in some answers, each once. */
function refusals(answers: Answer[], { language }: DescribeContext): Example[] {
  const all = answers.flatMap(({ status, said, type }) =>
    typeof said === 'string' ? [] : said.map((code) => ({ status, code, type })),
  );
  const named = new Map(all.map((refused) => [refusalExample(refused), refused]));
  return [...named].map(([name, refused]) => [name, refusalBody(refused, language)]);
}

/** Spec 4.1: the beginnings of answers that are as long as this document. */
const own = (context: DescribeContext): [string, object][] => {
  const summary = heading(context.language, 'shortened');
  return [
    ['Routes', { summary, value: routeIndex([], context) }],
    ['Changes', { value: exampleChanges(context) }],
    ['Document', { summary, value: { ...headOf(context), paths: {} } }],
  ];
};

/** Every example once, by its name: what is sent, what is answered, what is refused. */
export function examplesIn(
  resources: readonly DescribedResource[],
  answers: Answer[],
  context: DescribeContext,
) {
  const records = exampleRecords(context);
  const all = [
    ...resources.flatMap((resource) => [
      ...requests(resource, context),
      ...answered(resource, records, context),
    ]),
    ...refusals(answers, context),
    ...exampleFeedKeys(context),
  ];
  const examples = all.map(([name, value]) => [name, { value }] as const);
  const feeds = exampleFeeds(records.event.used, context).map(
    ([name, value]) => [name, { value }] as const,
  );
  return Object.fromEntries([...own(context), ...examples, ...feeds]);
}
