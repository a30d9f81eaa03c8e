import { defineCollection } from 'astro:content';
import { docsSchema } from '@astrojs/starlight/schema';
import { repositoryPages } from './loader.js';

export const collections = { docs: defineCollection({ loader: repositoryPages(), schema: docsSchema() }) };
